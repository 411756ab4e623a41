import { expect, it } from 'vitest'
import { PageTitle } from '../header/page-title.tsx'
import { SideArea } from '../navigation/side-area.tsx'
import { renderHtml } from '../testing.tsx'
import { Frame } from './frame.tsx'

const nav = (text: string, URL: string) => ({ label: { text, action: { type: 'NAV' as const, URL } } })

it('skip link first, one h1, distinct landmarks', () => {
  const { html } = renderHtml(
    <Frame
      brand={{ name: 'Harbour', URL: '/' }}
      header={{ memberName: 'me', feedback: { score: 12 }, storeLink: 'Store' }}
      navItems={[nav('Overview', '/sh/ovw')]}
      navGroups={[{ heading: 'Today', navItems: [nav('To do', '/todo')] }]}
      sectionLabel="Overview"
      side={<SideArea messagesLinkData={nav('Messages', '/m')} />}
    >
      <PageTitle title="Overview" />
    </Frame>,
  )
  expect(html).toMatch(/^<div><a href="#main">Skip to main content<\/a><header>/)
  expect(html.match(/<h1/g)).toHaveLength(1)
  for (const word of ['me', 'Feedback score 12, yellow star', 'Store']) expect(html).toContain(`>${word}<`)
  expect(html).toContain('<nav aria-label="Overview">')
  expect(html).toContain('<nav aria-label="Main">')
  expect(html).toContain('<main id="main" tabindex="-1">')
  expect(html).toContain('<aside aria-label="Messages and help">')
  expect(html).toMatch(/<button type="button" popovertarget="shui-menu"/i)
})
it('without navigation there is no menu', () => {
  const { html } = renderHtml(<Frame header={{}}>Hello</Frame>)
  expect(html).not.toContain('shui-menu')
  expect(html).not.toContain('<nav')
})
it.each([
  ['the header', <Frame key="a" header={{ title: 'Overview' }} messages="Late" />],
  [
    'PageTitle',
    <Frame key="b" header={{}} messages="Late">
      <PageTitle title="Overview" />
    </Frame>,
  ],
  [
    'both',
    <Frame key="c" header={{ title: 'Overview' }} messages="Late">
      <PageTitle title="Part" />
    </Frame>,
  ],
])('messages are drawn once where %s has the title', (_, frame) => {
  expect(
    renderHtml(frame)
      .html.match(/<main.*/)?.[0]
      .split('Late'),
  ).toHaveLength(2)
})
