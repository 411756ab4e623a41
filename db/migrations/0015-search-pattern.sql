-- What LIKE looks for to find a word in search terms. Escaped after the accents are gone: taking them away can make a
-- wildcard of another character. Immutable, though `unaccent` need not be, so that the planner works it out once and not
-- each row it compares, which took longer than the comparison; no stored value depends on it.
create function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  return '%' || replace(replace(replace(search_form(word), '\', '\\'), '%', '\%'), '_', '\_') || '%';
