"""An interview as HL7 FHIR R4 (4.0.1): plain dictionaries, one module a resource.

No LOINC code is used: no source for one is at hand. All codes are in systems of this product's own, `urn:x-anamnesis:`,
which docs/http.md lists.
"""
