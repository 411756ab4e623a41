import { expect, it } from 'vitest'
import { renderHtml } from '../testing.tsx'
import { LeftNavigation } from './left-navigation.tsx'
import { leftNavigationFixtures, topNavigationFixtures } from './navigation-fixtures.ts'
import { MenuNavigation } from './menu-navigation.tsx'
import { isWithin, type NavItemModel } from './navigation-model.ts'
import { SideArea } from './side-area.tsx'
import { TopNavigation } from './top-navigation.tsx'

const nav = (text: string, URL: string) => ({ text, action: { type: 'NAV' as const, URL } })
const [top] = topNavigationFixtures
const [left] = leftNavigationFixtures

it('top: a link and a button for its dropdown, without menu roles', () => {
  const { html } = renderHtml(
    <TopNavigation
      navItems={[{ label: nav('Orders', '/o'), navItems: [{ label: nav('All', '/o'), active: true }] }]}
    />,
  )
  expect(html).toMatch(
    /^<nav aria-label="Main"><ul><li><a href="\/o">Orders<\/a><button type="button" aria-expanded="false" aria-controls="(.+?)">/,
  )
  const id = /aria-controls="(.+?)"/.exec(html)?.[1]
  expect(html).toContain(`<ul id="${id}"><li><a href="/o" aria-current="page">All</a></li></ul>`)
  expect(html).toContain('More in Orders')
  expect(html).not.toContain('role="menu')
})
it('top: an item without a URL is only the button', () => {
  const { html } = renderHtml(
    <TopNavigation navItems={[{ label: 'Performance', navItems: [{ label: nav('Level', '/l') }] }]} />,
  )
  expect(html).toMatch(/<li><button type="button" aria-expanded="false" aria-controls=".+?">Performance<svg/)
})
it('the active item is marked in both navigations', () => {
  if (!top || !left) throw new Error('no fixtures')
  expect(renderHtml(<TopNavigation {...top.props} />).html.match(/aria-current="page"/g)).toHaveLength(1)
  expect(renderHtml(<LeftNavigation {...left.props} />).html.match(/aria-current="page"/g)).toHaveLength(1)
})
it('an active item without a URL is marked too, as text and as the button of its dropdown', () => {
  const marked = (html: string) =>
    html.replaceAll(/<svg.*?<\/svg>/g, '').match(/<(\w+)[^>]* aria-current="page"[^>]*>[^<]*/g)
  const navItems = [
    { label: 'Performance', active: true, navItems: [{ label: 'Level', active: true }] },
    { label: { text: 'Undo', action: { type: 'OPERATION' as const, name: 'undo' } }, active: true },
  ]
  const words = (html: string) => marked(html)?.map((found) => found.replace(/ .*>/, ' '))
  expect(words(renderHtml(<TopNavigation navItems={navItems} />).html)).toEqual(
    ['button Performance', 'span Level', 'button Undo'].map((found) => `<${found}`),
  )
  expect(words(renderHtml(<MenuNavigation navItems={navItems} />).html)).toContain('<summary Performance')
  expect(words(renderHtml(<LeftNavigation navGroups={[{ heading: 'H', navItems }]} />).html)).toEqual(
    ['span Performance', 'span Level', 'button Undo'].map((found) => `<${found}`),
  )
})
it('top: a count stands beside an item, with and without a URL or a dropdown', () => {
  const count = { text: '4', accessibilityText: '4 late' }
  const late = '<span aria-hidden="true">4</span><span>, 4 late</span>'
  const one = (item: NavItemModel) => renderHtml(<TopNavigation navItems={[{ ...item, count }]} />).html
  const navItems = [{ label: nav('All', '/o') }]
  expect(one({ label: nav('Orders', '/o') })).toContain(`<a href="/o">Orders${late}</a>`)
  expect(one({ label: nav('Orders', '/o'), navItems })).toContain(`<a href="/o">Orders${late}</a>`)
  expect(one({ label: 'Orders', navItems })).toContain(`>Orders${late}<svg`)
  const menu = <MenuNavigation navItems={[{ label: 'Orders', navItems, count }]} />
  expect(renderHtml(menu).html).toContain(`<summary>Orders${late}<svg`)
})
it('a label keeps its styles and what it is read as inside the button or heading of its item', () => {
  const label = { text: 'Perf', styles: ['BOLD'], accessibilityText: 'Performance' }
  const drawn = '<span><span aria-hidden="true"><strong>Perf</strong></span><span>Performance</span></span>'
  const navItems = [{ label: nav('Level', '/l') }]
  const topOf = (item: NavItemModel) => renderHtml(<TopNavigation navItems={[item]} />).html
  expect(topOf({ label, navItems })).toMatch(new RegExp(`<li><button [^>]*>${drawn}<svg`))
  const linked = { ...label, action: { type: 'NAV' as const, URL: '/p' } }
  expect(topOf({ label: linked, navItems })).toContain('<span>More in Performance</span>')
  const navGroups = ['First', linked].map((heading) => ({ heading, navItems }))
  const menu = renderHtml(<MenuNavigation navItems={[{ label: linked, navGroups }]} />).html
  expect(menu).toContain(`<summary>${drawn}<svg`)
  expect(menu).toContain(`<li>${drawn}</li>`)
})
it('left: each list is named by its heading, one level nests', () => {
  const { html } = renderHtml(
    <LeftNavigation
      navGroups={[
        { heading: 'Orders', navItems: [{ label: nav('To ship', '/s'), navItems: [{ label: nav('Late', '/l') }] }] },
      ]}
    />,
  )
  const id = /<h2 id="(.+?)">Orders/.exec(html)?.[1]
  expect(html).toContain(`<ul aria-labelledby="${id}">`)
  expect(html).toContain('<li><a href="/s">To ship</a><ul><li><a href="/l">Late</a></li></ul></li>')
})
it('a count is read in words', () => {
  const { html } = renderHtml(
    <LeftNavigation
      navGroups={[
        {
          heading: 'O',
          navItems: [{ label: nav('Late', '/l'), count: { text: '4', accessibilityText: '4 overdue' } }],
        },
      ]}
    />,
  )
  expect(html).toContain('<span aria-hidden="true">4</span><span>, 4 overdue</span>')
})
it('side area: each link only if its model is there', () => {
  expect(renderHtml(<SideArea />).html).toBe('')
  const { html } = renderHtml(<SideArea messagesLinkData={{ label: nav('Messages', '/m'), unreadCount: 3 }} />)
  expect(html).toMatch(/^<aside aria-label="Messages and help"><a href="\/m">/)
  expect(html).toContain('3 unread')
  expect(
    renderHtml(<SideArea messagesLinkData={{ label: nav('Messages', '/m'), unreadCount: 0 }} />).html,
  ).not.toContain('unread')
})
it('an item is within where the reader is on it or below', () => {
  expect(isWithin({ label: 'a', navItems: [{ label: 'b', active: true }] })).toBe(true)
  expect(isWithin({ label: 'a', navItems: [{ label: 'b' }] })).toBe(false)
})
