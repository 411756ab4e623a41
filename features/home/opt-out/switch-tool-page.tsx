import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import type { Visit } from '#web/context.ts'
import { paths } from '#web/paths.ts'
import { SignInLayout } from '#features/people/accounts/sign-in-layout.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Text, TextWords } from '#shui/text/text.tsx'
import { hasText, plainText } from '#shui/text/text-model.ts'
import { chooseTool } from './tool-choice-db.server.ts'
import { optOutModel, previousToolOf } from './opt-out-view.ts'
import { optOutParagraphs } from '#shui/opt-out/opt-out-model.ts'
import { oneOf } from '#lib/form-fields.ts'
import { refuse } from '#web/refusals.ts'

function readDialog({ hub, texts }: Pick<Visit, 'hub' | 'texts'>) {
  const { brand, optOut, publicUrl, previousToolOrigins } = hub.config
  const model = optOutModel({ texts, brandName: brand.name, feedback: null, operator: optOut })
  return { model, tool: previousToolOf(model, { origin: publicUrl, allowedOrigins: previousToolOrigins }) }
}

/** The dialog's first view, or the success view if the previous tool is on another host, to which forms may not redirect. */
export const loader = memberLoader(async ({ hub, signedIn, texts }) => {
  const { model, tool } = readDialog({ hub, texts })
  const isSwitched = signedIn.member.previousTool
  if (isSwitched && tool.isOwn) throw redirect(tool.href)
  const view = isSwitched ? model.optOutSuccess : model.optOutInfo
  return {
    hub: hub.config.brand.name,
    title: plainText(view.header, texts.locale),
    heading: view.header,
    body: optOutParagraphs(view),
    primary: view.actions.primary,
    stay: [view.actions.secondary, model.cancelOptout].find(hasText) ?? texts.t('optOut.info.stay'),
    toolHref: isSwitched ? tool.href : null,
  }
})

export const action = memberAction(async ({ hub, texts, form, signedIn, request }) => {
  const choice = oneOf(form, 'tool', ['hub', 'previous'])
  if (!choice) throw refuse('malformed')
  await chooseTool(hub.db.owner, { memberId: signedIn.member.id, tool: choice, now: hub.now(), signal: request.signal })
  if (choice === 'hub') return redirect(paths.overview, { status: 303 })
  const { tool } = readDialog({ hub, texts })
  return redirect(tool.isOwn ? tool.href : paths.switchTool, { status: 303 })
})

/** The opt-out dialog as a page, for browsers without JavaScript. */
export default function SwitchToolPage() {
  const { hub, title, heading, body, primary, stay, toolHref } = useLoaderData<typeof loader>()
  return (
    <SignInLayout hub={hub} title={title} heading={<TextWords text={heading} />}>
      {body.map((text, index) => (
        <p key={index}>
          <Text text={text} />
        </p>
      ))}
      {toolHref === null ? (
        <DocumentForm>
          <Button type="submit" kind="primary" name="tool" value="previous">
            <TextWords text={primary} />
          </Button>
          <ButtonLink href={paths.overview}>
            <TextWords text={stay} />
          </ButtonLink>
        </DocumentForm>
      ) : (
        <ButtonLink kind="primary" href={toolHref}>
          <TextWords text={primary} />
        </ButtonLink>
      )}
    </SignInLayout>
  )
}
