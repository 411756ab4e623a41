import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { Icon } from '../icon/icon.tsx'
import type { Severity } from './read-message.ts'
import styles from './message.module.css'

const looks = {
  alert: { as: CircleAlert, className: styles.alert },
  success: { as: CircleCheck, className: styles.success },
  info: { as: Info, className: styles.info },
}

/** The sign of a severity, so that colour is not the only one. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  return <Icon {...looks[severity]} />
}
