import { FindField } from '#shui/find/find-field.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'

export function Find() {
  const { t } = useTexts()
  return <FindField action={paths.find()} label={t('find.title')} loadMenu={loadMenu} />
}

const loadMenu = () => import('./find-menu.tsx')
