"""Accounts, sign-in, interviews with their logs, patient links."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None


def upgrade() -> None:
    accounts()
    interviews()
    patients()


def downgrade() -> None:
    for name in (
        "patient_session",
        "patient_link",
        "event",
        "interview",
        "staff_session",
        "sign_in_link",
        "account",
    ):
        op.drop_table(name)


def accounts() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text),
        sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
        moment("created_at", now=True),
        sa.UniqueConstraint("email", name="account_email"),
        sa.CheckConstraint("email = lower(email)", name="account_email_lower"),
        sa.CheckConstraint("role in ('therapist', 'admin')", name="account_role"),
    )
    op.create_table(
        "sign_in_link",
        token(),
        belongs("account_id", "account.id"),
        moment("expires_at"),
        moment("used_at", null=True),
    )
    op.create_table(
        "staff_session",
        token(),
        belongs("account_id", "account.id"),
        moment("expires_at"),
        moment("created_at", now=True),
    )
    op.create_index("staff_session_account", "staff_session", ["account_id"])


def interviews() -> None:
    op.create_table(
        "interview",
        sa.Column("id", sa.Uuid, primary_key=True),
        sa.Column("owner_id", sa.Uuid, sa.ForeignKey("account.id"), nullable=False),
        sa.Column("label", sa.Text, nullable=False, server_default=""),
        sa.Column("mode", sa.Text, nullable=False),
        sa.Column("locale", sa.Text, nullable=False),
        sa.Column("persona_id", sa.Text),
        sa.Column("driver", sa.Text, nullable=False, server_default="rules"),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("answered", sa.Integer, nullable=False, server_default="0"),
        sa.Column("last_seq", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tier", sa.Text, nullable=False, server_default="none"),
        moment("alerted_at", null=True),
        moment("acknowledged_at", null=True),
        moment("created_at", now=True),
        moment("updated_at", now=True),
        moment("completed_at", null=True),
    )
    # Room on each page for the row's next version, so that a turn's update touches no index.
    op.execute("alter table interview set (fillfactor = 50)")
    op.create_index("interview_owner", "interview", ["owner_id", sa.text("created_at desc")])
    op.create_index("interview_phase", "interview", ["phase"])
    op.create_table(
        "event",
        belongs("interview_id", "interview.id", primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", JSONB, nullable=False),
        sa.Column("client_id", sa.Text),
        moment("at", now=True),
        sa.UniqueConstraint("interview_id", "client_id", name="event_client"),
    )


def patients() -> None:
    op.create_table(
        "patient_link",
        token(),
        belongs("interview_id", "interview.id"),
        moment("created_at", now=True),
        moment("expires_at"),
        moment("revoked_at", null=True),
    )
    op.create_index("patient_link_interview", "patient_link", ["interview_id"])
    op.create_table(
        "patient_session",
        token(),
        belongs("interview_id", "interview.id"),
        moment("expires_at"),
    )
    op.create_index("patient_session_interview", "patient_session", ["interview_id"])


def token() -> sa.Column[bytes]:
    return sa.Column("token_hash", sa.LargeBinary, primary_key=True)


def moment(name: str, *, now: bool = False, null: bool = False) -> sa.Column[sa.DateTime]:
    default = sa.func.now() if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=null, server_default=default)


def belongs(name: str, target: str, *, primary_key: bool = False) -> sa.Column[sa.Uuid]:
    return sa.Column(name, sa.Uuid, sa.ForeignKey(target, ondelete="CASCADE"), nullable=False, primary_key=primary_key)
