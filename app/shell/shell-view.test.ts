import { expect, it } from 'vitest'
import { textsFor } from '#texts/catalogues.server.ts'
import { preferencesFrom } from '#web/preferences.ts'
import type { SignedIn } from '#web/signed-in.ts'
import { shellModel } from './shell-view.ts'

const signedIn: SignedIn = {
  sessionId: 'one',
  member: {
    id: 'ada',
    name: 'Ada',
    email: 'ada@example.com',
    isOperator: false,
    twoFactorEnabled: false,
    preferences: preferencesFrom({}),
    previousTool: false,
  },
  seller: {
    id: 1,
    username: 'lens-and-light',
    displayName: 'Lens & Light',
    timeZone: 'Europe/London',
    currency: 'GBP',
    country: 'GB',
    feedbackScore: 12,
    storeUrl: null,
    level: null,
    registeredAt: new Date(0),
    suspendedAt: null,
    timeAway: null,
    role: 'owner',
  },
  sellers: [],
}

const shell = (supportEmail: string | null, to?: string) =>
  shellModel({
    signedIn,
    url: new URL('https://hub.example/sh/ovw'),
    texts: textsFor('en', 'Europe/London'),
    brand: { name: 'Market', supportEmail },
    storeUrl: null,
    optOut: to === undefined ? {} : { feedbackConfig: { to } },
    previousToolOrigins: [],
    orders: null,
    listings: null,
    messages: null,
    research: null,
    performance: null,
    payments: null,
    reports: null,
    dueTasks: null,
    unreadMessages: null,
  })

it('adds the member’s user name to feedback for the operator, whichever address is set', () => {
  const own = shell('help@market.example')
  expect(own.feedbackLinkData).toMatchObject({ to: 'help@market.example', username: 'lens-and-light' })
  expect(own.optOutLinkData?.feedbackConfig).toMatchObject({ to: 'help@market.example', username: 'lens-and-light' })
  const theirs = shell(null, 'why@market.example')
  expect(theirs.feedbackLinkData).toBeNull()
  expect(theirs.optOutLinkData?.feedbackConfig).toMatchObject({
    to: 'why@market.example',
    username: 'lens-and-light',
    site: 'https://hub.example',
  })
  expect(shell(null).optOutLinkData?.feedbackConfig).toBeNull()
})
