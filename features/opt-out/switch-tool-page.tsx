import { redirect, useLoaderData } from 'react-router'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { SignInLayout } from '#features/accounts/sign-in-layout.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'
import { chooseTool } from './tool-choice-db.server.ts'
import { oneOf } from '#lib/form-fields.ts'
import { refuse } from '#web/refusals.ts'

export const loader = memberLoader(async ({ hub, signedIn }) => {
  if (signedIn.member.previousTool) throw redirect(paths.overview)
  return { hub: hub.config.brand.name }
})

/** Switches to the previous tool or back, by a plain form. */
export const action = memberAction(async ({ hub, form, signedIn, request }) => {
  const tool = oneOf(form, 'tool', ['hub', 'previous'])
  if (!tool) throw refuse('malformed')
  await chooseTool(hub.db.owner, { memberId: signedIn.member.id, tool, now: hub.now(), signal: request.signal })
  return redirect(paths.overview, { status: 303 })
})

/** Where the opt-out link leads without JavaScript: the dialog's first view as a page. */
export default function SwitchToolPage() {
  const { hub } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <SignInLayout hub={hub} title={t('optOut.info.header')}>
      <p>{t('optOut.info.what')}</p>
      <p>{t('optOut.info.back')}</p>
      <form method="post">
        <SrtField />
        <Button type="submit" kind="primary" name="tool" value="previous">
          {t('optOut.info.switch')}
        </Button>
        <ButtonLink href={paths.overview}>{t('optOut.info.stay')}</ButtonLink>
      </form>
    </SignInLayout>
  )
}
