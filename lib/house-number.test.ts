import { expect, it } from 'vitest'
import { splitStreet } from './house-number.ts'

it.each([
  ['Hauptstraße 12', 'Hauptstraße', '12'],
  ['Straße des 17. Juni 135 a', 'Straße des 17. Juni', '135 a'],
  ['Am Markt, 5-7', 'Am Markt', '5-7'],
  ['Weg 3b/4', 'Weg', '3b/4'],
  ['Am Markt 5 - 7', 'Am Markt', '5 - 7'],
  ['Packstation 123', 'Packstation', '123'],
  ['12 High Street', '12 High Street', ''],
  ['Q7 24', 'Q7', '24'],
  ['Platz der Republik', 'Platz der Republik', ''],
  ['', '', ''],
])('splits “%s”', (line, street, number) => expect(splitStreet(line)).toEqual({ street, number }))
