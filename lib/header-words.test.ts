import { expect, it } from 'vitest'
import { headerWords } from './header-words.ts'

it.each([
  ['ShipToName', ['ship', 'to', 'name']],
  ['posted-date', ['posted', 'date']],
  ['ship_address_1', ['ship', 'address']],
  ['Straße/Ort', ['straße', 'ort']],
  ['=(1)', []],
])('%s has the words %j', (header, words) => expect(headerWords(header)).toEqual(words))
