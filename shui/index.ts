// The seller hub's UI kit: view models in, React out. The only barrel of the project.
import './tokens.css'

export { FeedbackBadge } from './badge/feedback-badge.tsx'
export { FeedbackScore, type FeedbackScoreModel } from './badge/feedback-score.tsx'
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
export { Empty, type EmptyProps } from './empty/empty.tsx'
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
export { Header, type BrandModel, type HeaderModel, type HeaderProps } from './header/header.tsx'
export { PageTitle, type PageTitleProps } from './header/page-title.tsx'
export { Icon, type IconProps, type IconShape } from './icon/icon.tsx'
export { defaultLabels, type ShuiLabels } from './labels.ts'
export { Frame, type FrameProps } from './layout/frame.tsx'
export { LeftNavigation, type LeftNavigationProps } from './navigation/left-navigation.tsx'
export type { NavCount, NavGroupModel, NavItemModel } from './navigation/navigation-model.ts'
export { SideArea, type MessagesLinkModel, type SideAreaProps } from './navigation/side-area.tsx'
export { TopNavigation, type TopNavigationProps } from './navigation/top-navigation.tsx'
export { Section, type SectionProps } from './section/section.tsx'
export { Status, type StatusProps, type StatusTone } from './status/status.tsx'
export { Tabs, type TabModel, type TabsProps } from './tabs/tabs.tsx'
export { Text, type TextProps } from './text/text.tsx'
export type { TextAction, TextInput, TextModel, TextSpan } from './text/text-model.ts'
export { VisuallyHidden } from './text/visually-hidden.tsx'
