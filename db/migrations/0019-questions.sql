-- Questions of buyers about a listing before the sale, which are conversations too, and the answers that a listing shows.

alter table conversation_messages alter column order_id drop not null;
-- Of a question: its listing and who asks.
alter table conversation_messages add column listing_id bigint;
alter table conversation_messages add column buyer_id bigint;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_messages add constraint conversation_messages_about
  check (num_nonnulls(order_id, listing_id) = 1 and (listing_id is null) = (buyer_id is null));
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_messages add constraint conversation_messages_listing
  foreign key (seller_id, listing_id) references listings on delete cascade;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_messages add constraint conversation_messages_buyer
  foreign key (seller_id, buyer_id) references buyers on delete cascade;
create index conversation_messages_question on conversation_messages (seller_id, listing_id, buyer_id, id) where listing_id is not null;
create index conversation_messages_asker on conversation_messages (seller_id, buyer_id) where buyer_id is not null;

alter table conversations alter column order_id drop not null;
alter table conversations alter column order_number drop not null;
alter table conversations add column listing_id bigint;
alter table conversations add column buyer_id bigint;
-- In addresses: the order's number, or a key drawn at random for a question.
alter table conversations add column thread text;
update conversations set thread = order_number;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations alter column thread set not null;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations add constraint conversations_about
  check (num_nonnulls(order_id, listing_id) = 1 and (listing_id is null) = (buyer_id is null));
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations add constraint conversations_thread unique (seller_id, thread);
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations add constraint conversations_question unique (seller_id, listing_id, buyer_id);
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations add constraint conversations_listing
  foreign key (seller_id, listing_id) references listings on delete cascade;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversations add constraint conversations_buyer
  foreign key (seller_id, buyer_id) references buyers on delete cascade;
create index conversations_asker on conversations (seller_id, buyer_id) where buyer_id is not null;

-- Search words belong to the conversation, not to its order.
-- previous version: none is in use, since 1.0.0 is not released
drop view searched_conversations;
alter table conversation_search add column conversation_id bigint;
update conversation_search s set conversation_id = c.id
from conversations c where c.seller_id = s.seller_id and c.order_id = s.order_id;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_search drop column order_id;
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_search add constraint conversation_search_pkey primary key (seller_id, conversation_id);
-- previous version: none is in use, since 1.0.0 is not released
alter table conversation_search add constraint conversation_search_conversation
  foreign key (seller_id, conversation_id) references conversations (seller_id, id) on delete cascade;

create view searched_conversations as
  select c.seller_id, c.id, c.order_id, c.listing_id, c.thread, c.buyer_username, c.last_id, c.last_at, c.last_buyer_id, c.is_unread,
    c.awaiting_since, s.terms
  from conversation_search s
  join conversations c on c.seller_id = s.seller_id and c.id = s.conversation_id
  where s.seller_id = current_seller();
grant select on searched_conversations to hub_seller;

-- Questions and answers that buyers see on a listing, in the seller's words and without the buyer's name.
create table listing_questions (
  seller_id bigint not null,
  listing_id bigint not null,
  -- The message that answered. Its conversation may be erased.
  message_key text not null check (message_key ~ '^[0-9A-Za-z_-]{8,64}$'),
  question text not null check (char_length(question) between 1 and 1000),
  answer text not null check (char_length(answer) between 1 and 2000),
  published_at timestamptz not null,
  primary key (seller_id, listing_id, message_key)
);
select place_by_seller('listing_questions');
alter table listing_questions add foreign key (seller_id, listing_id) references listings on delete cascade;
alter table listing_questions enable row level security;
create policy own_rows on listing_questions using (seller_id = current_seller());
grant select, insert, delete on listing_questions to hub_seller;

-- previous version: none is in use, since 1.0.0 is not released
alter table changes drop constraint changes_kind_check;
-- previous version: none is in use, since 1.0.0 is not released
alter table changes add constraint changes_kind_check
  check (kind in ('ORDER', 'LISTING', 'PARCEL', 'REFUND', 'CASE', 'DECISION', 'MESSAGE', 'QUESTION', 'FEEDBACK'));
