-- What buyers said of a seller before the hub was there counts on beside what it knows of: without it the first feedback that came in
-- would have taken all of that away.

alter table sellers add column feedback_before integer not null default 0;
update sellers set feedback_before = feedback_score - feedback_score(id) where feedback_score <> feedback_score(id);

create or replace function keep_feedback_score(seller bigint) returns void language plpgsql
  security definer set search_path from current as $$
declare score integer;
begin
  perform from sellers where id = seller for no key update;
  score := feedback_score(seller);
  update sellers set feedback_score = feedback_before + score where id = seller and feedback_score <> feedback_before + score;
end
$$;
