import type { Page, Request } from 'playwright-core'
import { checkHeader } from '#web/check-form.ts'
import { entriesOf } from './form-page.ts'
import { descendants, parsePage, type PageElement } from './page-parts.ts'

/** A form of a page that changes something. */
export interface PageForm {
  /** Among the page's forms with a token. */
  index: number
  /** The address that it is sent to. */
  action: string
  /** The target, field names and step: forms of one kind differ only in their subject. */
  kind: string
}

const withToken = 'form[method=post]:has(input[name=srt])'

/** Kinds of forms in a page before hydration. */
export async function kindsAt(page: Page, url: string): Promise<string[]> {
  const answer = await page.context().request.get(url)
  const isPost = ({ name, attribs }: PageElement) => name === 'form' && attribs.method === 'post'
  const forms = descendants(parsePage(await answer.text())).filter(isPost)
  return forms.flatMap((form) => {
    const button = descendants(form).find((each) => each.name === 'button' && each.attribs.type === 'submit')
    const names = [...new Set(entriesOf(form, button).map(([name]) => name))]
    if (!names.includes('srt')) return []
    const { pathname: action } = new URL(form.attribs.action ?? '', answer.url())
    return kindOf(action, names, button?.attribs.value)
  })
}

function kindOf(action: string, names: string[], step = ''): string {
  const fields = names.filter((name) => name !== 'srt').map((name) => name.replaceAll(/\d+/g, '#'))
  return [action, ...fields, step].join(' ')
}

/** Forms of a page that change something, in order. */
export async function formsOf(page: Page): Promise<PageForm[]> {
  const forms = await page.locator(withToken).evaluateAll((all) =>
    all.flatMap((form, index) => {
      if (!(form instanceof HTMLFormElement)) return []
      const { pathname: action } = new URL(form.getAttribute('action') ?? '', location.href)
      const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
      return [{ index, action, names: [...new Set(new FormData(form, button).keys())], step: button?.value }]
    }),
  )
  return forms.map(({ index, action, names, step }) => ({ index, action, kind: kindOf(action, names, step) }))
}

/** Fills every empty field and toggles every box and choice; returns the form's values. */
export async function fillForm(page: Page, form: PageForm): Promise<string[]> {
  await page
    .locator(withToken)
    .nth(form.index)
    .evaluate((element) => {
      const typed: Record<string, string> = {
        email: 'a@b.example',
        number: '1',
        date: new Date().toISOString().slice(0, 10),
        url: 'https://a.example',
      }
      for (const control of (element as HTMLFormElement).elements) {
        if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
          if (!control.disabled && !control.checked) control.click()
        } else if (
          control instanceof HTMLTextAreaElement ||
          (control instanceof HTMLInputElement && !['hidden', 'file', 'submit'].includes(control.type))
        ) {
          if (control.value !== '' || control.readOnly || control.disabled) continue
          const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value') ?? {}
          set?.call(control, typed[control.type] ?? 'Typed')
          control.dispatchEvent(new Event('input', { bubbles: true }))
          control.dispatchEvent(new Event('change', { bubbles: true }))
        }
      }
    })
  return typedInto(page, form)
}

/** Values of a form, without its token. */
export function typedInto(page: Page, { index }: PageForm): Promise<string[]> {
  return page
    .locator(withToken)
    .nth(index)
    .evaluate((element) =>
      [...new FormData(element as HTMLFormElement)].flatMap(([name, value]) =>
        name === 'srt' || typeof value !== 'string' ? [] : [`${name}=${value}`],
      ),
    )
}

/** Submits a form by its first button, even in a closed menu, without the browser's validation. */
export function pressButton(page: Page, { index }: PageForm): Promise<void> {
  return page
    .locator(withToken)
    .nth(index)
    .evaluate((element) => {
      const form = element as HTMLFormElement
      form.noValidate = true
      form.requestSubmit(form.querySelector<HTMLButtonElement>('button[type=submit]'))
    })
}

/** Whether a request submits the form and does not only check it. */
export function isSent(request: Request, { action }: PageForm): boolean {
  const isForm = request.method() === 'POST' && !(checkHeader in request.headers())
  return isForm && new URL(request.url()).pathname === action
}
