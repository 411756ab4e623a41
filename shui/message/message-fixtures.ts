import type { Fixture } from '../fixture.ts'
import type { MessageProps } from './messages.tsx'

const cross = {
  text: '',
  action: { type: 'OPERATION' as const, name: 'cross' },
  accessibilityText: 'Dismiss this message',
}
const later = { text: 'Later', action: { type: 'OPERATION' as const, name: 'close' } }
const details = { text: 'Details', action: { type: 'NAV' as const, URL: '/sh/news' } }

/** Messages that stand in the page. */
export const messageFixtures: readonly Fixture<MessageProps>[] = [
  {
    name: 'info',
    props: {
      model: {
        type: 'info',
        title: 'Royal Mail collects an hour earlier on 24 December.',
        content: ['Ship-by times on that day move to 15:00 for domestic orders.'],
        controls: [cross],
        config: { messageId: 'fixture-info', maxViews: 5 },
      },
    },
  },
  {
    name: 'alert with actions',
    props: {
      model: {
        type: 'alert',
        title: 'Four orders are overdue.',
        content: ['Late shipments count against your seller level from today.'],
        controls: [details, later, cross],
      },
    },
  },
  {
    name: 'success, content from message',
    props: { model: { messageType: 'SUCCESS', message: 'Your listing is live.', controls: [cross] } },
  },
  {
    name: 'styled, several paragraphs, cannot be closed',
    props: {
      model: {
        content: [
          { textSpans: [{ text: 'Fees change on ' }, { text: '1 January', styles: ['BOLD'] }, { text: '.' }] },
          { text: 'Read what changes', action: { type: 'NAV', URL: 'https://news.example/', newWindow: true } },
        ],
      },
    },
  },
]

/** Messages that lie over the page. */
export const messageDialogFixtures: readonly Fixture<MessageProps>[] = [
  {
    name: 'dialog',
    props: {
      model: {
        type: 'dialog',
        title: 'Your address has changed',
        content: ['Returns go to the new address from today. Please check that it is right.'],
        controls: [later, details, cross],
      },
    },
  },
  {
    name: 'alertdialog',
    props: {
      model: {
        type: ['dialog', 'alert'],
        title: 'Selling is paused',
        content: ['Two payments have failed. Listings stay hidden until the account is balanced.'],
        controls: [{ text: 'I understand', action: { type: 'OPERATION', name: 'dismiss' } }],
      },
    },
  },
]
