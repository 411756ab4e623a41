import { describe, expect, it } from 'vitest'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testHubAt } from '#features/people/accounts/testing.ts'
import * as arrangePage from '#features/home/overview/arrange-page.tsx'
import { paths } from '#web/paths.ts'
import * as page from './preferences-page.tsx'
import { knownTimeZone, timeZones } from './time-zones.ts'
import { zoneOptions } from './zone-options.ts'

const { hub } = await testHubAt()

describe('preferences', () => {
  it('are saved, and apply from the next page on in every session', async () => {
    const { email } = await addTestMember(hub)
    const [browser, other] = [await signedInBrowser(hub, email), await signedInBrowser(hub, email)]
    const form = { locale: 'de', timeZone: 'Asia/Tokyo', density: 'compact', theme: 'dark' }
    expect(await browser.post(page, '/settings/preferences', form)).toMatchObject({
      location: '/settings/preferences?done=saved',
    })
    expect((await readSession(hub, other.request('/')))?.member.preferences).toMatchObject(form)
    expect((await browser.get(page, '/settings/preferences?done=saved')).data).toMatchObject({
      chosen: form,
      saved: true,
    })
    await browser.post(page, '/settings/preferences', { locale: '', timeZone: '', density: '', theme: '' })
    expect((await readSession(hub, other.request('/')))?.member.preferences).toEqual({
      locale: null,
      timeZone: null,
      density: null,
      theme: null,
      overview: null,
      pins: null,
      leftOut: null,
    })
  })

  it('keep the order of the overview, which its own page changes', async () => {
    const { email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    const stored = async () => (await readSession(hub, browser.request('/')))?.member.preferences.overview
    const change = (fields: Record<string, string>) => browser.post(arrangePage, paths.arrangeOverview(), fields)
    expect(await change({ step: 'down', module: 'todos' })).toMatchObject({ location: paths.arrangeOverview() })
    await change({ step: 'hide', module: 'sales' })
    await browser.post(page, '/settings/preferences', { locale: 'de', timeZone: '', density: '', theme: '' })
    expect(await stored()).toBe('messages,todos,orders,stock,money,-sales,level,feedback')
    expect((await change({ step: 'up', module: 'nothing' })).status).toBe(400)
    await change({ step: 'usual' })
    expect(await stored()).toBeNull()
  })

  it('keep pinned pages in the member’s order', async () => {
    const { email } = await addTestMember(hub)
    const browser = await signedInBrowser(hub, email)
    const change = (fields: Record<string, string>) => browser.post(arrangePage, paths.arrangeOverview(), fields)
    const stored = async () => (await browser.get(arrangePage, paths.arrangeOverview())).data.pins
    expect((await browser.get(arrangePage, paths.arrangeOverview(paths.team))).data.toPin).toMatchObject({
      page: paths.team,
    })
    await change({ step: 'pin', page: paths.preferences, known: 'Preferences', name: 'Preferences' })
    await change({ step: 'pin', page: paths.find('lens'), known: '', name: 'Lenses' })
    await change({ step: 'up', page: paths.find('lens') })
    const lenses = { id: paths.find('lens'), name: 'Lenses' }
    expect(await stored()).toEqual([lenses, { id: paths.preferences, name: 'Preferences' }])
    expect((await change({ step: 'pin', page: 'https://evil.example/', name: 'x' })).status).toBe(400)
    await change({ step: 'unpin', page: paths.preferences })
    expect(await stored()).toEqual([lenses])
  })

  it('must be in the list', async () => {
    const browser = await signedInBrowser(hub, (await addTestMember(hub)).email)
    const form = { locale: 'xx', timeZone: 'Mars/Olympus', density: 'dense', theme: '"><script>' }
    const answer = await browser.post(page, '/settings/preferences', form)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.data.errors)).toEqual(['locale', 'timeZone', 'density', 'theme'])
  })
})

describe('the browser’s zone', () => {
  it.each([
    ['Europe/London', 'Europe/London'],
    ['UTC', 'UTC'],
    // The same zone under its other name.
    ['Asia/Kolkata', new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata' }).resolvedOptions().timeZone],
    ['Mars/Olympus', null],
    ['+05:30', null],
    ['', null],
    [null, null],
  ])('%s is reported as %s', (name, known) => expect(knownTimeZone(name)).toBe(known))

  it('is normalised, whatever its spelling', () => {
    for (const name of ['europe/london', 'EUROPE/LONDON', 'Europe/LONDON'])
      expect(timeZones()).toContain(knownTimeZone(name))
  })
})

it('zoneOptions lists each zone once, by city', () => {
  const options = zoneOptions(timeZones())
  expect(new Set(options.map(({ value }) => value)).size).toBe(timeZones().length)
  expect(options).toContainEqual({ value: 'America/Argentina/Salta', label: 'Salta (America, Argentina)' })
  expect(options).toContainEqual({ value: 'UTC', label: 'UTC' })
})
