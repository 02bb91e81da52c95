"""The base class of every value passed between modules or over the wire: frozen, closed, snake_case in Python,
camelCase in JSON."""

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Value(BaseModel):
    """A frozen value. Unknown fields are rejected; both spellings are accepted, camelCase is written."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True, serialize_by_alias=True
    )
