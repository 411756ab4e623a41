import { addressDetail, mayDo, type Permission, type Role } from '#web/roles.ts'

// Which roles may read which buyer data on any page, export, print or search. Must agree with `docs/accounts.md`.

export const data = [
  'name',
  'street',
  'phone',
  'email',
  'buyerNote',
  'giftMessage',
  'city',
  'messages',
  'caseWords',
  'photos',
  'privateNote',
] as const
export type Datum = (typeof data)[number]

const needs: Record<Exclude<Datum, 'city'>, Permission> = {
  name: 'buyers.addresses',
  street: 'buyers.addresses',
  phone: 'buyers.addresses',
  email: 'buyers.addresses',
  buyerNote: 'buyers.addresses',
  giftMessage: 'buyers.addresses',
  messages: 'buyers.talk',
  caseWords: 'buyers.talk',
  photos: 'buyers.talk',
  privateNote: 'buyers.talk',
}

export const mayRead = (role: Role, datum: Datum): boolean =>
  datum === 'city' ? addressDetail(role) !== 'none' : mayDo(role, needs[datum])
