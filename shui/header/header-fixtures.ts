import type { Fixture } from '../fixture.ts'
import type { HeaderProps } from './header.tsx'
import type { PageTitleProps } from './page-title.tsx'

const brand = { name: 'Harbour Market', URL: '/' }
const storeLink = { text: 'Store', action: { type: 'NAV' as const, URL: 'https://store.example/', newWindow: true } }

export const headerFixtures: readonly Fixture<HeaderProps>[] = [
  {
    name: 'everything',
    props: {
      brand,
      model: { title: 'Overview', memberName: 'harbour-camera', feedback: { score: 12_345 }, storeLink },
    },
  },
  { name: 'new member', props: { brand, model: { memberName: 'first-day', feedback: { score: 0 } } } },
  {
    name: 'long names',
    props: {
      brand: { name: 'The International Marketplace for Second-hand Optics', URL: '/' },
      model: {
        memberName: 'photographic-instruments-of-yesteryear-edinburgh',
        feedback: { score: 1_234_567 },
        storeLink,
      },
    },
  },
  { name: 'brand only', props: { brand, model: {} } },
]

export const pageTitleFixtures: readonly Fixture<PageTitleProps>[] = [
  { name: 'title', props: { title: 'Preferences' } },
  { name: 'with a note', props: { title: 'Awaiting shipment', note: 'times in London (GMT)' } },
  { name: 'long', props: { title: 'Leica M3 double stroke with Summicron 50 mm f/2, case and both papers, 1954' } },
]
