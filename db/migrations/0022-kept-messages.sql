-- What a browser says about a message it says by its id: one without could not be counted, nor read again. One whose model
-- is no object was made by hand and cannot be drawn.
delete from messages where jsonb_typeof(model) <> 'object';
update messages
set model = model || jsonb_build_object(
  'config',
  case jsonb_typeof(model -> 'config') when 'object' then model -> 'config' else '{}' end || jsonb_build_object('messageId', key)
)
where model #>> '{config,messageId}' is null;
alter table messages drop constraint message_id_is_key;
alter table messages add constraint message_id_is_key check (model #>> '{config,messageId}' is not distinct from key);

-- When it was taken out of the file: it stays as long as somebody can read it again.
alter table messages add column removed_at timestamptz;
