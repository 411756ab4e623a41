import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { findBreaks } from './testing-expand-only.ts'
import { listMigrations, readPreviousVersion } from './migrate.ts'

it('the previous version works with the schema of each later migration (decision 87)', async () => {
  const { lastMigration } = await readPreviousVersion()
  const later = (await listMigrations()).filter((name) => name > lastMigration)
  const texts = await Promise.all(
    later.map((name) => readFile(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8')),
  )
  expect(findBreaks(texts)).toEqual([])
})

it.each([
  'drop table tags;',
  'alter table orders rename to sales;',
  'alter table orders rename column note to remark;',
  'alter table orders drop column note;',
  'alter table orders drop note, add column remark text;',
  'alter table orders alter column note type varchar(20);',
  'alter table orders alter note set not null;',
  'alter table orders alter column status drop default;',
  'alter table orders add column shade text not null;',
  `alter table orders add check (shade <> 'default'); -- a default`,
  'create unique index orders_note on orders (note);',
  'revoke select on orders from hub_seller;',
])('finds changes that break the previous version: %s', (statement) => {
  expect(findBreaks([statement])).toHaveLength(1)
})

it.each([
  `alter table orders add column shade text check (shade <> '');`,
  'alter table orders add column shade text, add column hue bigint references hues;',
  `-- previous version: does not write it
   alter table orders drop constraint one, add constraint two check (shade <> '');`,
  `create table shades (id bigint primary key, hue bigint);
   alter table shades add foreign key (hue) references hues, add foreign key (id) references colours;`,
])('finds constraints that Citus refuses on a divided schema: %s', (statements) => {
  expect(findBreaks([statements])).toHaveLength(1)
})

it('allows changes that the previous version does not notice, and those marked as safe', () => {
  const expanding = `
    create table shades (id bigint primary key, name text not null, unique (name));
    alter table shades add constraint named check (name <> '');
    create unique index shades_name on shades (name);
    alter table orders add column shade text not null default 'grey', add column size integer, drop constraint one,
      alter column note drop not null, alter column note set default 'drop column';
    alter table orders add column double integer not null generated always as (size * 2) stored;
    create index orders_size on orders (size);
    drop index orders_placed;
    -- previous version: has neither read nor written it
    alter table orders drop column note;`
  expect(findBreaks([expanding])).toEqual([])
})
