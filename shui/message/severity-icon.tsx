import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { Icon } from '../icon/icon.tsx'
import type { Severity } from './read-message.ts'
import styles from './message.module.css'

const shapes = { alert: CircleAlert, success: CircleCheck, info: Info }

/** The sign of a severity, so that colour is not the only one. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  return <Icon as={shapes[severity]} className={styles[severity]} />
}
