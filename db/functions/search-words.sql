-- How words are spelled so that they are found. Here pg_trgm and unaccent are found too, wherever the database has them.

select set_config('search_path', concat_ws(', ', current_setting('search_path'),
  (select string_agg(extnamespace::regnamespace::text, ', ') from pg_extension where extname in ('pg_trgm', 'unaccent'))), true);

create or replace function search_form(words text) returns text
  language sql stable parallel safe
  return lower(unaccent(words));

-- LIKE pattern that finds a word. Escaped after removing accents, which can produce wildcards. Declared immutable, although
-- `unaccent` is not, so that the planner evaluates it once; no stored value depends on it.
create or replace function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  return '%' || replace(replace(replace(search_form(word), '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- Distance of two titles, 0 to 1; an index of titles sorts by it.
create or replace function unlikeness(title text, other text) returns real
  language sql immutable strict parallel safe
  return title <-> other;

-- Lower case without accents, spaces and punctuation: "12-88566-16953" is "128856616953", "O’Brien" is "obrien". Line breaks
-- separate values.
create or replace function compact_form(words text) returns text
  language sql stable parallel safe
  return translate(search_form(words), E'\n \t!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~´‘’‚ʼ‐‑‒–—―−·・、。〒', ' ');

-- Spellings of names and places: as written, compact, with umlauts written out ("mueller" of "Müller"), and with what looks like
-- written-out umlauts folded ("muller" of "Mueller").
create or replace function name_forms(names text) returns text
  language sql stable parallel safe
  return concat_ws(' ', search_form(replace(names, E'\n', ' ')), compact_form(names),
    case when names ~ '[äöüøåÄÖÜØÅ]' then compact_form(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(names,
        'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Ø', 'oe'), 'Å', 'aa')) end,
    case when names ~ '[aouAOU]e|[aA]a' then compact_form(
      regexp_replace(regexp_replace(names, '([aouAOU])e', '\1', 'g'), '([aA])a', '\1', 'g')) end);

-- Search terms visible to everybody who sees the order; `skus` and `parcels` are lines.
create or replace function order_terms(order_number text, external_id text, username text, lines text, skus text, parcels text) returns text
  language sql stable parallel safe
  return concat_ws(' ', search_form(concat_ws(' ', order_number, external_id, username, lines, parcels)),
    compact_form(concat_ws(E'\n', order_number, external_id, username, skus, parcels)));

-- Search terms visible only with access to addresses; `places` go from region to street. Phone numbers are digits without a
-- trunk zero in brackets; Chinese, Japanese and Korean addresses are also joined.
create or replace function order_personal(names text[], places text[], postcode text, phone text, others text) returns text
  language sql stable parallel safe
  return concat_ws(' ',
    name_forms(normalize(array_to_string(names || places, E'\n'), NFKC)),
    case when array_to_string(places, '') ~ '[぀-ヿ㐀-鿿가-힯]' then compact_form(normalize(array_to_string(places, ''), NFKC)) end,
    search_form(concat_ws(' ', postcode, phone, others)),
    compact_form(normalize(postcode, NFKC)),
    regexp_replace(replace(normalize(phone, NFKC), '(0)', ''), '[^0-9]', '', 'g'));
