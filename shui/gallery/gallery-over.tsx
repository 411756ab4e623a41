import { Button } from '../button/button.tsx'
import { type DialogProps } from '../dialog/dialog.tsx'
import type { Fixture } from '../fixture.ts'
import { PageTitle } from '../header/page-title.tsx'
import type { FrameProps } from '../layout/frame.tsx'
import { leftNavigationFixtures, sideAreaFixtures, topNavigationFixtures } from '../navigation/navigation-fixtures.ts'
import { SideArea } from '../navigation/side-area.tsx'
import type { OptOutDialogProps } from '../opt-out/opt-out-dialog.tsx'
import { optOutFixture } from '../opt-out/opt-out-fixtures.ts'
import { useLoaded } from '../use-loaded.ts'

// Components that fill or cover the page. Nothing closes them in the gallery.
const nothing = () => {}

export const dialogFixtures: readonly Fixture<DialogProps>[] = [
  {
    name: 'with actions',
    props: {
      title: 'Cancel the order?',
      onClose: nothing,
      actions: <Button kind="danger">Cancel the order</Button>,
      children: <p>The buyer is told at once.</p>,
    },
  },
  {
    name: 'busy, wide',
    props: { title: 'Export', onClose: nothing, busy: true, wide: true, children: <p>47 rows</p> },
  },
  {
    name: 'interrupts, without a cross',
    props: {
      title: 'You are signed out',
      role: 'alertdialog',
      onClose: nothing,
      closeLabel: null,
      actions: <Button kind="primary">Sign in</Button>,
      children: <p>Sign in again to save what you wrote.</p>,
    },
  },
]

const states = ['switch', 'waiting', 'success', 'failed'] as const

export const optOutDialogFixtures: readonly Fixture<OptOutDialogProps>[] = states.map((state) => ({
  name: `opt-out: ${state}`,
  props: { id: 'opt-out', model: optOutFixture, allowedOrigins: [], state, send: nothing },
}))

export function OptOutView(props: OptOutDialogProps) {
  const code = useLoaded(loadDialog, true, nothing)
  return code && <code.OptOutDialog {...props} />
}

const loadDialog = () => import('../opt-out/opt-out-dialog.tsx')

const [[top], [left], [side]] = [topNavigationFixtures, leftNavigationFixtures, sideAreaFixtures]
const brand = { name: 'Harbour Market', URL: '/' }

export const frameFixtures: readonly Fixture<FrameProps>[] = [
  {
    name: 'everything',
    props: {
      brand,
      header: { memberName: 'harbour-camera', feedback: { score: 12_345 } },
      navItems: top?.props.navItems,
      navGroups: left?.props.navGroups,
      sectionLabel: 'Orders',
      side: side && <SideArea {...side.props} />,
      children: <PageTitle title="Awaiting shipment" />,
    },
  },
  { name: 'without navigation', props: { brand, header: {}, children: <PageTitle title="Sign in" /> } },
]
