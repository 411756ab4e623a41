import { describe } from 'vitest'
import { useBrowser } from '../testing.ts'
import { galleryTests } from './gallery.ts'
import { openKit } from './kit.ts'
import { messageTests } from './messages.ts'
import { navigationTests } from './navigation.ts'
import { optOutTests } from './opt-out.ts'

// One site and one browser for all: building the one and starting the other takes longer than most of the tests.
useBrowser()
const kit = openKit()

describe('the gallery', () => {
  galleryTests(kit)
})
describe('messages', () => {
  messageTests(kit)
})
describe('the opt-out', () => {
  optOutTests(kit)
})
describe('the navigation', () => {
  navigationTests(kit)
})
