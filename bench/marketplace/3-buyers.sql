-- Each seller's buyers, with an address each.

create unlogged table bench.buyers as
select s.id as seller_id, s.buyers_before + place as id, first || ' ' || last as name,
  search_form(first) || '_' || left(search_form(last), 3) || place as username,
  bench.pick(array[s.country, s.country, s.country, s.country, s.country, 'DE', 'FR', 'US', 'GB', 'IT', 'ES', 'NL', 'AT', 'CH', 'SE', 'PL', 'JP', 'AU', 'CA', 'BR'], s.buyers_before + place, 53) as country
from bench.sellers s
cross join lateral generate_series(1, s.buyers) as place
cross join lateral (
  select
    bench.pick(array['Anna', 'Béla', 'Carla', 'David', 'Émile', 'Fatma', 'Georg', 'Hanna', 'Ivan', 'Julia', 'Karl', 'Lena', 'Maria', 'Nils', 'Olga', 'Paul', 'Rosa', 'Sven', 'Tina', 'Ulrich', 'Vera', 'Walter', 'Yuki', 'Zoë'], s.buyers_before + place, 51) as first,
    bench.pick(array['Adams', 'Bauer', 'Costa', 'Dubois', 'Evans', 'Fischer', 'García', 'Hughes', 'Ivanov', 'Jansen', 'Kowalski', 'Lindqvist', 'Müller', 'Novak', 'Ortiz', 'Petrov', 'Rossi', 'Smith', 'Tanaka', 'Weber'], s.buyers_before + place, 52) as last
) names;

insert into buyers (seller_id, id, username, name) select seller_id, id, username, name from bench.buyers;

insert into addresses (seller_id, id, buyer_id, name, line1, city, postal_code, country)
select seller_id, id, id, name, 1 + id % 140 || ' High Street', bench.pick(array['Leeds', 'Köln', 'Lyon', 'Austin', 'Porto', 'Graz', 'Gent', 'Turku'], id, 54), lpad((id % 99999)::text, 5, '0'), country
from bench.buyers;

alter table bench.buyers add primary key (id);
analyze bench.buyers;
