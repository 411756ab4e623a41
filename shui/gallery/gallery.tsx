import PackageOpen from 'lucide-react/icons/package-open'
import type { ComponentType, ReactNode } from 'react'
import { feedbackBadges } from '#lib/feedback-badge.ts'
import { feedbackScoreFixtures } from '../badge/badge-fixtures.ts'
import { FeedbackBadge } from '../badge/feedback-badge.tsx'
import { FeedbackScore } from '../badge/feedback-score.tsx'
import { ActionButton } from '../button/action-button.tsx'
import {
  actionButtonFixtures,
  buttonFixtures,
  buttonLinkFixtures,
  iconButtonFixtures,
} from '../button/button-fixtures.ts'
import { Button, ButtonLink, IconButton } from '../button/button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { Empty } from '../empty/empty.tsx'
import { feedbackLinkFixtures } from '../feedback-link/feedback-link-fixtures.ts'
import { FeedbackLink } from '../feedback-link/feedback-link.tsx'
import type { Fixture } from '../fixture.ts'
import { ComboboxField } from '../form/combobox.tsx'
import { Checkbox, Input, Select, SelectField, TextAreaField, TextField } from '../form/controls.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import {
  checkboxFixtures,
  comboboxFieldFixtures,
  errorSummaryFixtures,
  fieldErrorFixtures,
  inputFixtures,
  selectFieldFixtures,
  selectFixtures,
  textAreaFieldFixtures,
  textFieldFixtures,
} from '../form/form-fixtures.ts'
import { Field, FieldError } from '../form/field.tsx'
import { findFieldFixtures, findMenuFixtures } from '../find/find-fixtures.ts'
import { FindField } from '../find/find-field.tsx'
import { FindMenu } from '../find/find-menu.tsx'
import { gridFixtures } from '../grid/grid-fixtures.ts'
import { Grid } from '../grid/grid.tsx'
import { headerFixtures, pageTitleFixtures } from '../header/header-fixtures.ts'
import { Header } from '../header/header.tsx'
import { PageTitle } from '../header/page-title.tsx'
import { Icon } from '../icon/icon.tsx'
import { Frame } from '../layout/frame.tsx'
import { messageDialogFixtures, messageFixtures } from '../message/message-fixtures.ts'
import { Message, Messages } from '../message/messages.tsx'
import { LeftNavigation } from '../navigation/left-navigation.tsx'
import { leftNavigationFixtures, sideAreaFixtures, topNavigationFixtures } from '../navigation/navigation-fixtures.ts'
import { SideArea } from '../navigation/side-area.tsx'
import { TopNavigation } from '../navigation/top-navigation.tsx'
import { OldBrowserNotice } from '../old-browser/old-browser-notice.tsx'
import { optOutFixtures } from '../opt-out/opt-out-fixtures.ts'
import { OptOut } from '../opt-out/opt-out.tsx'
import { Section } from '../section/section.tsx'
import { statusFixtures } from '../status/status-fixtures.ts'
import { Status } from '../status/status.tsx'
import { tabsFixtures } from '../tabs/tabs-fixtures.ts'
import { CardTable } from '../table/card-table.tsx'
import { Tabs } from '../tabs/tabs.tsx'
import { textFixtures } from '../text/text-fixtures.ts'
import { toastFixtures } from '../toast/toast-fixtures.ts'
import { ToastStack } from '../toast/toast-stack.tsx'
import { NewWindowLabel, Text } from '../text/text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { dialogFixtures, frameFixtures, optOutDialogFixtures, OptOutView } from './gallery-over.tsx'

export interface GalleryState {
  name: string
  model: object
  element: ReactNode
}

export interface GalleryEntry {
  name: string
  states: readonly GalleryState[]
  /** A landmark or overlay: show one state and theme at a time. */
  alone: boolean
  /** An overlay: never shown with others. */
  over: boolean
}

function entry<Props extends object>(
  name: string,
  Component: ComponentType<Props>,
  fixtures: readonly Fixture<Props>[],
  place: 'among' | 'alone' | 'over' = 'among',
): GalleryEntry {
  const states = fixtures.map(({ name: state, props }) => ({
    name: state,
    model: props,
    element: <Component {...props} />,
  }))
  return { name, states, alone: place !== 'among', over: place === 'over' }
}

export const gallery: readonly GalleryEntry[] = [
  entry('Text', Text, textFixtures),
  entry('NewWindowLabel', NewWindowLabel, [{ name: 'mark and words', props: {} }]),
  entry('VisuallyHidden', VisuallyHidden, [{ name: 'read, not drawn', props: { children: 'Only read' } }]),
  entry('Icon', Icon, [
    { name: 'decorative', props: { as: PackageOpen } },
    { name: 'alone', props: { as: PackageOpen, size: 24, label: 'Nothing in it' } },
  ]),
  entry(
    'FeedbackBadge',
    FeedbackBadge,
    feedbackBadges.map(({ colour }) => ({ name: `badge: ${colour}`, props: { colour } })),
  ),
  entry('FeedbackScore', FeedbackScore, feedbackScoreFixtures),
  entry('Status', Status, statusFixtures),
  entry('Button', Button, buttonFixtures),
  entry('ButtonLink', ButtonLink, buttonLinkFixtures),
  entry('IconButton', IconButton, iconButtonFixtures),
  entry('ActionButton', ActionButton, actionButtonFixtures),
  entry('Input', Input, inputFixtures),
  entry('Select', Select, selectFixtures),
  entry('Field', Field, [
    { name: 'round a control of its own', props: { label: 'Weight', children: (control) => <Input {...control} /> } },
  ]),
  entry('FieldError', FieldError, fieldErrorFixtures),
  entry('TextField', TextField, textFieldFixtures),
  entry('SelectField', SelectField, selectFieldFixtures),
  entry('ComboboxField', ComboboxField, comboboxFieldFixtures),
  entry('TextAreaField', TextAreaField, textAreaFieldFixtures),
  entry('Checkbox', Checkbox, checkboxFixtures),
  entry('FindField', FindField, findFieldFixtures, 'alone'),
  entry('FindMenu', FindMenu, findMenuFixtures, 'over'),
  entry('ErrorSummary', ErrorSummary, errorSummaryFixtures, 'alone'),
  entry('Message', Message, messageFixtures),
  entry('Message dialog', Message, messageDialogFixtures, 'over'),
  entry('Messages', Messages, [
    { name: 'several', props: { models: messageFixtures.slice(0, 3).map(({ props }) => props.model) } },
  ]),
  entry('Dialog', Dialog, dialogFixtures, 'over'),
  entry('Toasts', ToastStack, toastFixtures, 'alone'),
  entry('FeedbackLink', FeedbackLink, feedbackLinkFixtures),
  entry('OptOut', OptOut, optOutFixtures),
  entry('OptOut dialog', OptOutView, optOutDialogFixtures, 'over'),
  entry('Frame', Frame, frameFixtures, 'over'),
  entry('PageTitle', PageTitle, pageTitleFixtures, 'alone'),
  entry('Header', Header, headerFixtures, 'alone'),
  entry('TopNavigation', TopNavigation, topNavigationFixtures, 'alone'),
  entry('LeftNavigation', LeftNavigation, leftNavigationFixtures, 'alone'),
  entry('SideArea', SideArea, sideAreaFixtures, 'alone'),
  entry('Tabs', Tabs, tabsFixtures, 'alone'),
  entry('Grid', Grid, gridFixtures, 'alone'),
  entry(
    'Section',
    Section,
    [
      {
        name: 'title, count, link',
        props: {
          title: 'To do',
          count: '23 open, 4 late',
          action: { text: 'All', action: { type: 'NAV', URL: '/sh/todo' } },
          level: 3,
          children: 'Body',
        },
      },
    ],
    'alone',
  ),
  entry('CardTable', CardTable, [
    {
      name: 'figures of each condition, one of them current',
      props: {
        label: 'Sold in 90 days',
        head: 'Condition',
        columns: [
          { key: 'sales', label: 'Sales', isNumber: true },
          { key: 'median', label: 'Median', isNumber: true },
        ],
        rows: [
          { key: 'NEW', name: 'New', cells: ['28', '£8.95'], isCurrent: true },
          { key: 'GOOD', name: 'Good', cells: ['4', '£6.10'] },
        ],
      },
    },
  ]),
  entry('Empty', Empty, [
    {
      name: 'what to do next',
      props: {
        title: 'No orders to ship',
        hint: 'When a buyer pays, the order comes here with the time by which it must be shipped.',
        icon: PackageOpen,
        level: 3,
        children: <Button kind="primary">Create a listing</Button>,
      },
    },
  ]),
  entry(
    'OldBrowserNotice',
    OldBrowserNotice,
    [
      {
        name: 'notice',
        props: { text: 'Seller Hub no longer supports this browser. Update it for a better experience.' },
      },
    ],
    'alone',
  ),
]
