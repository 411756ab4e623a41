import { textsIn } from '#lib/form-fields.ts'
import { isOwnOrigin } from '#lib/own-origin.ts'
import { ShuiProvider } from '#shui/context.tsx'
import type { ShuiLabels } from '#shui/labels.ts'
import type { Visit } from '#web/context.ts'
import { readFormBody, defaultFormLimits } from '#web/form-body.server.ts'
import { isForSameReader } from '#web/newest-token.ts'
import { paths } from '#web/paths.ts'
import { plainPage } from '#web/plain-page.server.tsx'
import { SignInLink } from './sign-in-link.tsx'

/** Fields that no page may echo: passwords, codes and account numbers. */
const secrets = ['password', 'current', 'repeat', 'confirm', 'code', 'accountNumber']

/** Length from which a value is shown as written text. */
const longText = 20

/**
 * A copy of a post by a browser without script, in case it is refused. Null for scripts, and for long forms, which
 * would be in memory twice.
 */
export function copyOfPost(request: Request): Request | null {
  const { method, headers } = request
  const bytes = Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY)
  const isPage = method === 'POST' && headers.get('accept')?.includes('text/html')
  return isPage && bytes <= defaultFormLimits.fields && isOwnOrigin(request) ? request.clone() : null
}

interface RefusedPost {
  response: Response
  /** See `copyOfPost`. */
  copy: Request
  visit: Visit
  labels: ShuiLabels
}

/**
 * Replaces the page of a refusal by one with the same message and a form that resends the input: for an expired
 * session, a lost role, or the same reader's old token. Null if the input must not be repeated.
 */
export async function pageOfUnsentPost({ response, copy, visit, labels }: RefusedPost): Promise<Response | null> {
  const { status } = response
  if (status !== 401 && status !== 403) return null
  // A body that is no form, or is cut off, has nothing to repeat.
  const form = await readFormBody(copy, defaultFormLimits, () => {}).catch(() => null)
  const srt = form?.get('srt')
  if (!form || typeof srt !== 'string' || secrets.some((name) => form.has(name))) return null
  const isOld = status === 403 && srt !== visit.srt
  // One reader must not send another's text, and other sites must not learn a token.
  if (isOld && !(visit.signedIn && isForSameReader(srt, visit.srt))) return null
  const reason = status === 401 ? 'signedOut' : isOld ? 'token' : 'forbidden'
  const fields = textsIn(form).filter(([name]) => name !== 'srt')
  if (fields.length === 0) return null
  const { pathname, search } = new URL(copy.url)
  const { t } = visit.texts
  const page = {
    title: t(`error.${reason}.title`),
    paragraphs: [t(`unsent.${reason}`)],
    link: { href: paths.home, words: t('error.toStart') },
    form: (
      <ShuiProvider labels={labels}>
        {reason === 'signedOut' ? <SignInLink words={t('unsent.signIn')} /> : null}
        <form method="post" action={pathname + search}>
          <input type="hidden" name="srt" value={isOld ? visit.srt : srt} />
          {fields.map(([name, value], index) =>
            value.length < longText ? (
              <input key={index} type="hidden" name={name} value={value} />
            ) : (
              <label key={index}>
                {t('unsent.typed')}
                <textarea name={name} defaultValue={value} rows={5} dir="auto" />
              </label>
            ),
          )}
          <button type="submit">{t('unsent.again')}</button>
        </form>
      </ShuiProvider>
    ),
  }
  return plainPage(visit, page, { status })
}
