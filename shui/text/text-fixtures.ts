import { textStyles } from '#lib/text-style.ts'
import type { Fixture } from '../fixture.ts'
import type { TextProps } from './text.tsx'

export const textFixtures: readonly Fixture<TextProps>[] = [
  { name: 'plain string', props: { text: 'Ship by 17:00 today' } },
  ...textStyles.map((style) => ({
    name: style.toLowerCase(),
    props: { text: { textSpans: [{ text: 'Before ' }, { text: 'styled', styles: [style] }, { text: ' after' }] } },
  })),
  { name: 'nested styles', props: { text: { text: '£1,249.00', styles: ['HIGHLIGHT', 'BOLD', 'NEGATIVE'] } } },
  { name: 'unknown style', props: { text: { text: 'Drawn without it', styles: ['BLINK'] } } },
  { name: 'link', props: { text: { text: 'All orders', action: { type: 'NAV', URL: '/sh/ord' } } } },
  {
    name: 'link to a new window',
    props: { text: { text: 'Store', action: { type: 'NAV', URL: 'https://store.example/', newWindow: true } } },
  },
  {
    name: 'unsafe link, drawn as text',
    // oxlint-disable-next-line no-script-url -- the fixture shows that such a URL is refused
    props: { text: { text: 'Not a link', action: { type: 'NAV', URL: 'java\nscript:alert(1)' } } },
  },
  { name: 'operation', props: { text: { text: 'Undo', action: { type: 'OPERATION', name: 'undo' } } } },
  { name: 'read otherwise', props: { text: { text: '4.9 ★', accessibilityText: '4.9 of 5 stars' } } },
  { name: 'value', props: { text: { value: { value: 12.5, currency: 'GBP' } } } },
  { name: 'value in yen', props: { text: { value: { value: 98000, currency: 'JPY' } } } },
  { name: 'right to left', props: { text: 'كاميرا كلاسيكية مع حقيبة جلدية' } },
]
