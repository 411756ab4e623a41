-- Who may use the marketplace's API, and what it has answered.

-- A key is shown once, when it is made; here is its hash, which finds it. It is the marketplace's, or good for one seller alone.
create table api_keys (
  id text primary key default left(replace(gen_random_uuid()::text, '-', ''), 12),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$'),
  -- The key's last characters, by which people tell keys apart.
  ending text not null check (char_length(ending) = 4),
  name text not null check (char_length(name) between 1 and 60),
  scopes text[] not null check (cardinality(scopes) > 0),
  seller_id bigint references sellers on delete cascade,
  -- By the name they had then; null is the console.
  made_by text,
  made_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_seller on api_keys (seller_id) where seller_id is not null;

-- Answers to writes that named themselves (Idempotency-Key): the same request again gets the same answer. Without a status it is being
-- worked at, by a process that may have died.
create table api_answers (
  key_id text not null references api_keys on delete cascade,
  request_key text not null check (char_length(request_key) between 1 and 255),
  -- Of method, address and body.
  fingerprint text not null,
  claimed_at timestamptz not null,
  status smallint,
  headers jsonb,
  body text,
  primary key (key_id, request_key)
);
create index api_answers_old on api_answers (claimed_at);
