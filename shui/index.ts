// The seller hub's UI kit: view models in, React out. The only barrel of the project.
import './tokens.css'

export { FeedbackBadge } from './badge/feedback-badge.tsx'
export { FeedbackScore, type FeedbackScoreModel } from './badge/feedback-score.tsx'
export { ActionButton, type ActionButtonProps } from './button/action-button.tsx'
export {
  Button,
  ButtonLink,
  IconButton,
  type ButtonKind,
  type ButtonLinkProps,
  type ButtonProps,
  type IconButtonProps,
} from './button/button.tsx'
export { ShuiProvider, useShui, type ShuiLinkProps, type ShuiProviderProps, type ShuiServices } from './context.tsx'
export { browserCookies, type CookieJar } from './cookie-jar.ts'
export { Dialog, type DialogProps } from './dialog/dialog.tsx'
export { Empty, type EmptyProps } from './empty/empty.tsx'
export {
  FeedbackLink,
  feedbackUrl,
  type FeedbackLinkModel,
  type FeedbackLinkProps,
} from './feedback-link/feedback-link.tsx'
export { FindField, type FindFieldMenuProps, type FindFieldProps } from './find/find-field.tsx'
export { FindMenu, type FindMenuProps } from './find/find-menu.tsx'
export type { FindGroupModel, FindModel, FindRowModel, FindWords } from './find/find-model.ts'
export { ComboboxField, type ComboboxProps } from './form/combobox.tsx'
export type { ComboboxGroup, ComboboxOption } from './form/match-options.ts'
export {
  Checkbox,
  Input,
  Select,
  SelectField,
  TextAreaField,
  TextField,
  type CheckboxProps,
  type InputProps,
  type SelectOption,
  type SelectProps,
  type TextAreaProps,
} from './form/controls.tsx'
export { ErrorSummary, type ErrorSummaryProps } from './form/error-summary.tsx'
export { Field, FieldError, type FieldControl, type FieldProps } from './form/field.tsx'
export type { GridAction, GridCell, GridColumn, GridFilterModel, GridModel, GridRow } from './grid/grid-model.ts'
export { sayInEnglish, type GridSay, type GridWord } from './grid/grid-words.ts'
export { Grid, type GridProps } from './grid/grid.tsx'
export { Header, type BrandModel, type HeaderModel, type HeaderProps } from './header/header.tsx'
export { PageTitle, type PageTitleProps } from './header/page-title.tsx'
export { Icon, type IconProps, type IconShape } from './icon/icon.tsx'
export { defaultLabels, type ShuiLabels } from './labels.ts'
export { Frame, type FrameProps } from './layout/frame.tsx'
export { Message, Messages, type MessageProps, type MessagesProps } from './message/messages.tsx'
export { type MessageEvents } from './message/use-message.ts'
export type { MessageControl, MessageModel } from './message/message-model.ts'
export { readMessage, type ReadMessage, type Severity } from './message/read-message.ts'
export { LeftNavigation, type LeftNavigationProps } from './navigation/left-navigation.tsx'
export type { NavCount, NavGroupModel, NavItemModel } from './navigation/navigation-model.ts'
export { SideArea, type MessagesLinkModel, type SideAreaProps } from './navigation/side-area.tsx'
export { TopNavigation, type TopNavigationProps } from './navigation/top-navigation.tsx'
export { OldBrowserNotice, oldBrowserCookie, type OldBrowserNoticeProps } from './old-browser/old-browser-notice.tsx'
export { OptOut, type OptOutProps } from './opt-out/opt-out.tsx'
export type { OptOutModel, OptOutView } from './opt-out/opt-out-model.ts'
export { Section, type SectionProps } from './section/section.tsx'
export { Status, type StatusProps, type StatusTone } from './status/status.tsx'
export { CardTable, type CardTableColumn, type CardTableProps, type CardTableRow } from './table/card-table.tsx'
export { Tabs, type TabModel, type TabsProps } from './tabs/tabs.tsx'
export { NewWindowLabel, Text, type TextProps } from './text/text.tsx'
export type { TextAction, TextInput, TextModel, TextSpan } from './text/text-model.ts'
export { VisuallyHidden } from './text/visually-hidden.tsx'
export { showToast, type ToastAct, type ToastModel } from './toast/toast.ts'
export { Toasts, type SendToast } from './toast/toasts.tsx'
export { useWidgetId } from './widget-id.ts'
