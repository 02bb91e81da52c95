"""What every HTTP route takes and gives, as an OpenAPI document and as a page.

Here belongs how routes are described and checked; what one route takes and gives stands at the route itself."""
