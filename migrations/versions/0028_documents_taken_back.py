"""Documents that were removed from the library can be taken back for a while."""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.execute("alter table document add column removed_at timestamptz")
    op.execute("alter table document drop constraint document_sha256")
    op.execute("create unique index document_sha256 on document (sha256) where removed_at is null")


def downgrade() -> None:
    op.execute(
        "update document gone set removed_at = null where removed_at is not null and not exists "
        "(select 1 from document d where d.sha256 = gone.sha256 and d.id <> gone.id "
        "and (d.removed_at is null or d.removed_at > gone.removed_at))"
    )
    op.execute("delete from document where removed_at is not null")
    op.execute("drop index document_sha256")
    op.execute("alter table document add constraint document_sha256 unique (sha256)")
    op.execute("alter table document drop column removed_at")
