"""The clinic's settings, for admins: what patients are told, each text with a preview, and who changed what."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from agents.errors import CorrectInput, NotFound, NotNow
from agents.questions.catalogue import CLAUSES, UNKNOWN, catalogue
from agents.risk.help.helplines import FOLDER, helplines
from agents.risk.help.script import reworded, script, words_of
from server.accounts.tables import Account
from server.clinic.changes import changes
from server.clinic.clock import zones
from server.clinic.fields import FACTS, topic
from server.clinic.logos import Logos
from server.clinic.safety_words import with_safety, words
from server.clinic.settings import ClinicSettings, LocaleTexts, general, texts, typed
from server.clinic.store import ClinicStore, Version
from server.digits import number
from server.http.security import admin
from server.interviews.locales import LOCALES
from server.openapi.contract import PAGE as HTML
from server.openapi.contract import described, form_of
from server.settings import Settings

PAGE: Final = "/admin/clinic"
_FIRST: Final = next(iter(LOCALES))
_SHOWN: Final = 12
"""Versions listed with what they changed."""
_EXAMPLE: Final = 7
"""The question that is open in a preview."""
Asked = Request[Any, Any, Any]


@get(
    PAGE,
    guards=[admin],
    **described("clinic_page", "Page of the clinic's settings", gives=HTML, errors=(NotFound,)),
)
async def clinic_page(
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    settings: NamedDependency[Settings],
    locale: FromQuery[str] = _FIRST,
    saved: FromQuery[str] = "",
) -> Template:
    """What is set, the texts of one locale with a preview, the safety texts, and the latest changes.
    Raises NotFound for a locale that is none."""
    return await clinic_view(clinic, logos, settings, _known(locale), saved=saved)


@post(
    PAGE,
    guards=[admin],
    **described(
        "save_clinic",
        "Save the clinic's settings",
        takes=form_of(dict[str, str]),
        gives={303: (), 422: (HTML,)},
        errors=(NotFound,),
    ),
)
async def save_clinic(
    request: Asked,
    account: NamedDependency[Account],
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    settings: NamedDependency[Settings],
) -> Template | Redirect:
    """Save name, phone, minutes, quick exit, time zone, and what becomes of a wish to have everything deleted; then
    back to the texts of the `locale` that was shown. Raises NotFound for one that is none."""
    given, kept = await _form(request), await clinic.current()
    locale = _known(given.get("locale", _FIRST))
    changed, wrong, seen = await _saved(clinic, given, account, lambda: general(kept, given))
    if not changed:
        shown = {"general": given | {"erases": given.get("erasure") == "at_once"}, "error": wrong}
        return await clinic_view(clinic, logos, settings, locale, status_code=422, version=seen, **shown)
    return Redirect(f"{PAGE}?locale={locale}&saved=general#saved", status_code=303)


@get(
    PAGE + "/{locale:str}",
    guards=[admin],
    **described("clinic_texts", "To the texts of a locale", gives={303: ()}, errors=(NotFound,)),
)
async def clinic_texts(locale: FromPath[str]) -> Redirect:
    """For the address that a preview leaves behind, opened again. Raises NotFound for a locale that is none."""
    return Redirect(f"{PAGE}?locale={_known(locale)}#texts", status_code=303)


@post(
    PAGE + "/{locale:str}",
    guards=[admin],
    **described(
        "save_clinic_texts",
        "Preview or save the clinic's texts of a locale",
        takes=form_of(dict[str, str]),
        gives={200: (HTML,), 303: (), 422: (HTML,)},
        errors=(NotFound,),
    ),
)
async def save_texts(
    request: Asked,
    locale: FromPath[str],
    account: NamedDependency[Account],
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    settings: NamedDependency[Settings],
) -> Template | Redirect:
    """Save the texts of a locale, or show them as a patient would read them and save nothing. Raises NotFound."""
    given, known = await _form(request), _known(locale)
    kept, shown = await clinic.current(), typed(given, known)
    changed, wrong, seen = await _saved(clinic, given, account, lambda: texts(kept, known, given))
    if changed and not _previews(given):
        return Redirect(f"{PAGE}?locale={known}&saved=texts#saved", status_code=303)
    said: dict[str, Any] = {"previewed": True, "preview": changed} if changed else {"texts_error": wrong}
    more = {"given": shown, "version": seen}
    return await clinic_view(clinic, logos, settings, known, status_code=200 if changed else 422, **more, **said)


@get(
    PAGE + "/{locale:str}/safety",
    guards=[admin],
    **described("clinic_safety", "To the safety texts of a locale", gives={303: ()}, errors=(NotFound,)),
)
async def clinic_safety(locale: FromPath[str]) -> Redirect:
    """For the address that a preview leaves behind, opened again. Raises NotFound for a locale that is none."""
    return Redirect(f"{PAGE}?locale={_known(locale)}#safety", status_code=303)


@post(
    PAGE + "/{locale:str}/safety",
    guards=[admin],
    **described(
        "save_clinic_safety",
        "Preview, save or reset the clinic's safety message of a locale",
        takes=form_of(dict[str, str]),
        gives={200: (HTML,), 303: (), 422: (HTML,)},
        errors=(NotFound,),
    ),
)
async def save_safety(
    request: Asked,
    locale: FromPath[str],
    account: NamedDependency[Account],
    clinic: NamedDependency[ClinicStore],
    logos: NamedDependency[Logos],
    settings: NamedDependency[Settings],
) -> Template | Redirect:
    """Save the clinic's words around the numbers, show them and save nothing, or go back to the built-in ones. Raises
    NotFound."""
    given, known, kept = await _form(request), _known(locale), await clinic.current()
    resets = given.get("do") == "reset"
    own = "" if resets else words(given.get("script", ""))

    def change() -> ClinicSettings:
        if not own and not resets:
            raise CorrectInput("Write the message, with {numbers} on a line of its own.")
        return with_safety(kept, known, own, script(known, settings.safety))

    changed, wrong, seen = await _saved(clinic, given, account, change)
    if changed and not _previews(given):
        return Redirect(f"{PAGE}?locale={known}&saved=safety#saved", status_code=303)
    said: dict[str, Any] = {"safety_previewed": True, "preview": changed} if changed else {"safety_error": wrong}
    more = {"safety_words": own, "version": seen}
    return await clinic_view(clinic, logos, settings, known, status_code=200 if changed else 422, **more, **said)


def _previews(given: dict[str, str]) -> bool:
    """Whether a form only asks how it would look."""
    return given.get("do") == "preview"


async def _saved(
    clinic: ClinicStore, given: dict[str, str], account: Account, change: Callable[[], ClinicSettings]
) -> tuple[ClinicSettings | None, str, int]:
    """The changed settings, kept unless the form only asks for a preview; or None and what is wrong. And the version
    that whoever reads the answer has seen."""
    seen = _version(given)
    try:
        changed = change()
        if not _previews(given):
            await clinic.save(changed, account.email, seen)
    except CorrectInput as wrong:
        return None, str(wrong), seen
    except NotNow:
        versions = await clinic.latest(_SHOWN)
        return None, _clash(versions, seen, await clinic.version(seen)), versions[0].number if versions else 0
    return changed, "", seen


def _clash(versions: list[Version], seen: int, loaded: Version | None) -> str:
    """What somebody has saved since a page was loaded with version `seen`, and what its reader can do."""
    since = [one for one in versions if one.number > seen]
    before = loaded.settings if loaded else ClinicSettings()
    lines = "; ".join(changes(before, since[0].settings)) if since else ""
    by = " and ".join(dict.fromkeys(one.by for one in since)) or "Somebody else"
    return (
        f"Not saved: {by} saved these settings after you loaded the page{f' ({lines})' if lines else ''}. "
        "What you typed is still below. Save again to put it in place of theirs."
    )


async def clinic_view(
    clinic: ClinicStore, logos: Logos, settings: Settings, locale: str, *, status_code: int = 200, **shown: Any
) -> Template:
    """The page; `shown` goes before what is stored."""
    versions = await clinic.latest(_SHOWN + 1)
    current = versions[0].settings if versions else ClinicSettings()
    given = shown.get("given") or current.locales.get(locale, LocaleTexts())
    file, own = script(locale, settings.safety), current.safety.get(locale, "")
    context = {
        "version": versions[0].number if versions else 0,
        "general": current,
        "logo": await logos.mark(),
        "locale": locale,
        "locales": LOCALES,
        "clauses": [(name, FACTS[name], given.clauses.get(name, "")) for name in CLAUSES],
        "entries": list(_entries(locale, shown.get("preview") or current, given)),
        "script": reworded(file, (shown.get("preview") or current).safety.get(locale, "")),
        "safety_words": own or words_of(file),
        "safety_own": bool(own),
        "safety_open": bool(words_of(file)),
        "offers": [
            ("With a disclosure", helplines(locale, settings.safety)),
            ("When somebody hurts them", helplines(locale, settings.safety, care="abuse")),
        ],
        "zones": zones(),
        "changes": list(_changes(versions)),
        "own_safety": settings.safety != FOLDER,
    }
    return Template("clinic.html.j2", context=context | shown, status_code=status_code)


def _entries(locale: str, settings: ClinicSettings, given: LocaleTexts) -> Iterator[dict[str, str]]:
    """Every topic: what the clinic says to it now, and what a patient reads."""
    told, facts = catalogue(locale), settings.told(locale)
    for one in told.entries:
        if one.key != UNKNOWN:
            yield {
                "key": one.key,
                "name": topic(one.key),
                "own": given.answers.get(one.key, ""),
                "slots": one.answers[0],
                "said": told.answer(one, _EXAMPLE, facts),
            }


def _changes(versions: list[Version]) -> Iterator[tuple[Version, tuple[str, ...]]]:
    """The latest versions that changed something, each with what it changed."""
    befores = [one.settings for one in versions[1:]]
    for place, version in enumerate(versions[:_SHOWN]):
        before = befores[place] if place < len(befores) else ClinicSettings()
        if lines := changes(before, version.settings):
            yield version, lines


async def _form(request: Asked) -> dict[str, str]:
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


def _version(given: Mapping[str, str]) -> int:
    return number(given.get("version"), 10**17) or 0


def _known(locale: str) -> str:
    if locale not in LOCALES:
        raise NotFound("There is no such locale.")
    return locale


HANDLERS = (clinic_page, clinic_texts, clinic_safety, save_clinic, save_texts, save_safety)
