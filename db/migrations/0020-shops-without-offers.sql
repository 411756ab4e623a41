-- Whether the connected shop takes buyers' offers.
alter table connections add column takes_offers boolean not null default true;
