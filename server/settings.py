"""The settings of an installation: environment variables with the prefix ANAMNESIS_, or the file `.env`."""

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from agents.domain.risk import Tier
from agents.errors import CorrectInput
from agents.llm.private.privacy import Privacy
from agents.llm.private.recognisers import lacking
from agents.llm.spec import Spec
from agents.resources import CHECKOUT, TEMPLATES
from agents.risk.policy import Policy
from server.addresses import mail_server, valid, web_page, webhook
from server.role_options import RoleOptions, parsed

RULES = "rules"
"""The name of the rule engine, in every role."""
ENV_FILE = (CHECKOUT or Path()) / ".env"
"""A checkout's own `.env`; for an installed copy, the one in the current folder."""


def engine(name: str) -> str:
    """`rules`, or a model's name in normal form. Raises ValueError for anything else."""
    if name.strip().lower() == RULES:
        return RULES
    try:
        return Spec.parse(name).name
    except CorrectInput as wrong:
        raise ValueError(f"{wrong}; or write {RULES}") from None


def _listed(given: Any) -> Any:
    return [part for part in given.split(",") if part.strip()] if isinstance(given, str) else given


def _address(read: Callable[[str], str]) -> AfterValidator:
    """Holds a setting to a form of address; what is wrong is said without the value, which may hold a password."""

    def checked(given: str) -> str:
        try:
            return read(given)
        except CorrectInput as wrong:
            raise ValueError(str(wrong)) from None

    return AfterValidator(checked)


Engine = Annotated[str, AfterValidator(engine)]
Engines = Annotated[tuple[Engine, ...], NoDecode, BeforeValidator(_listed)]
Email = Annotated[str, _address(valid)]
Emails = Annotated[tuple[Email, ...], NoDecode, BeforeValidator(_listed)]
Host = Annotated[str, AfterValidator(lambda host: host.strip().lower())]
Hosts = Annotated[tuple[Host, ...], NoDecode, BeforeValidator(_listed)]
Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)]
SHORTEST_SECRET = 16


class Settings(BaseSettings):
    """Every setting has a default that works offline, on one machine. Relative folders start at the current one."""

    model_config = SettingsConfigDict(
        env_prefix="ANAMNESIS_",
        env_file=ENV_FILE,
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        validate_by_name=True,
    )

    database_url: str | None = Field(
        None, validation_alias=AliasChoices("DATABASE_URL", "ANAMNESIS_DATABASE_URL", "database_url")
    )
    """A PostgreSQL to use instead of the embedded one: postgresql://user:password@host/database."""
    redis_url: str | None = Field(None, validation_alias=AliasChoices("REDIS_URL", "ANAMNESIS_REDIS_URL", "redis_url"))
    """A Redis to use instead of the embedded one: redis://host:6379/0 or unix:///path/to/socket."""

    storage_url: str | None = Field(
        None, validation_alias=AliasChoices("STORAGE_URL", "ANAMNESIS_STORAGE_URL", "storage_url")
    )
    """Where uploaded books are kept instead of the data folder: file:///a/folder or s3://bucket/prefix?endpoint=..."""

    data: Path = CHECKOUT / "var" if CHECKOUT else user_data_path("anamnesis", appauthor=False)
    """The embedded services' data, the server's secret and its `server.json`. In a checkout its folder `var`, else the
    platform's folder for a user's data."""
    templates: Path = TEMPLATES
    safety: Path = TEMPLATES / "safety"
    """The escalation scripts and help lines, one file of each per locale; a clinic may point this at its own."""

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65535)
    """The first port to try; the next free one is taken when it is in use."""
    public_url: str | None = None
    """The address that browsers use, such as https://screening.example.org, when a proxy stands in front."""
    secret: str | None = None
    """Signs CSRF tokens and browsers' names, makes the patients' links; the same on every node. By default one is made
    and kept in the data folder. After a change, links that were made before still work but cannot be shown again."""

    admin_email: str = "admin@localhost"
    """The account that the first start creates."""
    session_hours: float = Field(12, gt=0, le=24 * 30)
    sign_in_link_minutes: float = Field(15, gt=0, le=24 * 60)

    locale: str = "en-US"
    """Where patients are, as long as nothing says it: on the page of a link that leads nowhere."""
    familiar_spanish: bool = False
    """Whether interviews in Spanish say tú instead of usted; the safety message keeps usted."""
    wordings: int | None = Field(None, ge=0)
    """A number that draws the questions' wordings for every interview, so that all are asked in the same words, as some
    studies need it. By default each interview has wordings of its own."""
    leave_to: Annotated[str, _address(web_page)] = "https://www.wikipedia.org/"
    """The page that "Leave this page" opens in place of the patient's: choose one that gives nothing away."""
    bare_wish: Tier = Tier.STOP
    """The tier of a bare "I want to die": a clinical decision, for the clinic to make."""
    undated_attempt: Tier = Tier.URGENT
    """The tier of a past attempt without a date: a clinical decision too."""

    smtp_url: Annotated[str, _address(mail_server)] | None = None
    """The mail server that takes alerts: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465."""
    alert_from: Email | None = Field(None, validate_default=True)
    """The sender of alerts; needed where there is a mail server."""
    alert_emails: Emails = ()
    """Who gets every alert by e-mail, beside the interview's therapist. Comma-separated."""
    alert_second_emails: Emails = ()
    """The second persons: who gets an alert by e-mail that nobody has acknowledged in time. Comma-separated."""
    alert_second_after: float = Field(900, ge=0, le=7 * 24 * 3600)
    """After how many seconds without an acknowledgement the second persons are told."""
    alert_webhook: Annotated[str, _address(webhook)] | None = None
    """Gets every alert, signed: https://host/path."""
    alert_webhook_secret: str | None = Field(None, validate_default=True)
    """The key of that signature, at least 16 characters; needed where there is a webhook."""
    alert_webhook_hosts: Hosts = ()
    """The hosts on which accounts may have webhooks of their own. Comma-separated; by default there are none."""
    ended_webhook: Annotated[str, _address(webhook)] | None = None
    """Is told of every interview that is over, signed: https://host/path. Nothing that was said or found is in it."""
    ended_webhook_secret: str | None = Field(None, validate_default=True)
    """The key of that signature, at least 16 characters; needed where there is such a webhook."""
    alert_quotes: bool = False
    """Whether messages about an alert hold the patient's words that it rests on: a decision of the clinic's."""
    alert_timeout: float = Field(15, gt=0, le=120)
    """Seconds that one try to deliver a message may take."""
    alert_again: float = Field(5, gt=0, le=600)
    """Seconds until the second try; the pause doubles with each, up to ten minutes, for about a day."""

    interviewer: Engine = RULES
    """Leads an interview that chooses no driver: `rules` or `provider/model`. The default driver."""
    scorer: Engine | None = None
    """Scores the answers. None uses the interview's driver, here and in the next three."""
    risk: Engine | None = None
    """Reads every message for risk a second time; the rules always read it first. `rules`: no second reading."""
    diagnostician: Engine | None = None
    reporter: Engine | None = None
    drivers: Engines = ()
    """The engines that an interview may choose as its driver, besides the default one and `rules`. Comma-separated."""
    interview_tokens: int | None = Field(None, ge=1)
    """The most tokens (input and output) that one interview may use; after that the rules continue alone."""
    interview_usd: float | None = Field(None, gt=0)
    """The most money that one interview may use, in USD."""
    turn_seconds: float = Field(15, gt=0, le=120)
    """How long a model may take for its part of a turn, all attempts together; after that the rules answer."""
    report_seconds: float = Field(60, gt=0, le=600)
    """The same for the impressions and for the report."""
    role_options: Annotated[RoleOptions, NoDecode, BeforeValidator(parsed)] = Field(default_factory=dict)
    """Reasoning effort, temperature and length of answers by role: `scorer:effort=low,max_tokens=4000;
    risk:effort=low`."""
    model_lines: int = Field(64, ge=1, le=1000)
    """The most concurrent requests to one provider."""
    model_rest: float = Field(5, ge=0, le=600)
    """Seconds for which a provider that failed too often within a minute is left alone."""

    local_models_only: bool = False
    """Whether only models on this machine, at private addresses or at `local_model_hosts` are asked."""
    local_model_hosts: Hosts = ()
    """Hosts that count as the clinic's own, besides this machine and private addresses. Comma-separated."""
    mask: bool = False
    """Whether names, places and numbers are replaced before anything is sent to a model."""
    mask_words: Words = ()
    """The clinic's own words that are replaced too, wherever they stand. Comma-separated."""

    embedder: Literal["auto", "offline"] = "auto"
    """Who makes the library's vectors: OpenAI where OPENAI_API_KEY is set, else this machine; `offline`: only this
    machine."""
    embedder_tokens: int = Field(1_000_000, ge=1_000)
    """The most tokens per minute sent to OpenAI's embedder."""
    open_reference: bool = True
    """Whether the reference that comes with the product is ingested while there is no other manual."""

    bertscore: Literal["minilm", "roberta-large"] = "minilm"
    """The model of a report card's BERTScore: the bundled one, or one already downloaded to this machine."""
    references: str | None = None
    """The reference store from which the transcript pipeline takes examples (few-shot). None: it uses none."""
    references_scores: Literal["chunk", "participant"] = "chunk"
    """Whether a reference carries its passage's own score, or the participant's."""
    references_tags: bool = True
    """Whether only passages tagged with the item are used."""
    references_similarity: float = Field(0.3, ge=0, le=1)
    """The least cosine of a reference."""
    references_per_item: int = Field(2, ge=1, le=20)
    references_characters: int = Field(1500, ge=1)
    """Characters of all references of one item together."""
    references_checker: Engine | None = None
    """The model that checks each reference before it is used. None: they are not checked."""

    assessment: Engine = RULES
    """Serves every stage of the transcript pipeline without an engine of its own: `rules` or `provider/model`."""
    assessor: Engine | None = None
    """Writes the qualitative assessment. None uses `assessment`, here and in the next three."""
    assessment_judge: Engine | None = None
    quantifier: Engine | None = None
    meta_reviewer: Engine | None = None
    refine: bool = True
    """Whether an assessment with low marks is rewritten."""
    refine_threshold: int = Field(3, ge=1, le=5)
    """It is rewritten while a mark is at or below this."""
    refine_rounds: int = Field(10, ge=0, le=10)
    samples: int = Field(1, ge=1, le=15)
    """How many times in parallel a model is asked for the item scores; the majority counts."""
    fuzzy_quotes: bool = True
    """Whether a model's quote may differ from the participant's words by a few letters."""

    worker: bool = True
    """Whether `anamnesis run` also runs the background jobs, in a process of their own; turn off where `anamnesis
    worker` runs beside it."""
    worker_idle_seconds: float = Field(30, gt=0)
    """A worker that has loaded local models and had no job for this long is restarted, to free their memory."""
    pool_size: int = Field(10, ge=2, le=200)
    """Connections of each of the two database pools."""

    @field_validator("alert_from")
    @classmethod
    def _has_a_sender(cls, given: str | None, others: ValidationInfo) -> str | None:
        if given is None and others.data.get("smtp_url"):
            raise ValueError("ANAMNESIS_SMTP_URL needs a sender: set ANAMNESIS_ALERT_FROM to an e-mail address")
        return given

    @field_validator("alert_emails", "alert_second_emails")
    @classmethod
    def _can_be_sent(cls, given: tuple[str, ...], others: ValidationInfo) -> tuple[str, ...]:
        if given and others.data.get("smtp_url", "") is None:
            raise ValueError("nothing can be sent to these addresses: set ANAMNESIS_SMTP_URL to your mail server")
        return given

    @field_validator("alert_webhook_secret", "ended_webhook_secret")
    @classmethod
    def _can_be_signed(cls, given: str | None, others: ValidationInfo) -> str | None:
        hook = str(others.field_name).removesuffix("_secret")
        if others.data.get(hook) and len(given or "") < SHORTEST_SECRET:
            raise ValueError(f"ANAMNESIS_{hook.upper()} needs a secret of at least {SHORTEST_SECRET} characters")
        return given

    @field_validator("mask")
    @classmethod
    def _can_be_masked(cls, given: bool) -> bool:
        if given and (why := lacking()):
            raise ValueError(why)
        return given

    @property
    def secure(self) -> bool:
        """Whether browsers reach the server over https: cookies are then Secure and HSTS is sent."""
        return (self.public_url or "").startswith("https://")

    @property
    def risk_policy(self) -> Policy:
        """The clinic's decisions, in the form that the risk readers take."""
        return Policy(bare_wish=self.bare_wish, undated_attempt=self.undated_attempt)

    @property
    def privacy(self) -> Privacy:
        """What may leave this machine, in the form in which models are opened."""
        hosts, words = self.local_model_hosts, self.mask_words
        return Privacy(local_only=self.local_models_only, hosts=hosts, masked=self.mask, words=words)

    @property
    def session_lifetime(self) -> timedelta:
        """How long a signed-in browser stays signed in."""
        return timedelta(hours=self.session_hours)

    @property
    def sign_in_link_lifetime(self) -> timedelta:
        """How long a one-time link may be used."""
        return timedelta(minutes=self.sign_in_link_minutes)

    def address(self) -> str:
        """The address that browsers use, without a slash at its end: the public one; else that of the server which runs
        with this data folder; else the one to try first."""
        found = self.public_url
        if found is None:
            with suppress(OSError, ValueError, KeyError):
                found = str(json.loads((self.data / "server.json").read_text())["url"])
        return (found or f"http://{self.host}:{self.port}").rstrip("/")

    def signing_secret(self) -> str:
        """The secret from the settings, or the one kept in the data folder (made at first use, mode 0600)."""
        if self.secret:
            return self.secret
        kept = self.data / "secret"
        if not kept.exists():
            self.data.mkdir(parents=True, exist_ok=True)
            fresh = self.data / f"secret.{secrets.token_hex(4)}"
            fresh.touch(mode=0o600)
            fresh.write_text(secrets.token_hex(32))
            fresh.rename(kept)
        return kept.read_text()
