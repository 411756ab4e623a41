import type { Fixture } from '../fixture.ts'
import type { ToastStackProps } from './toast-stack.tsx'
import type { ToastModel } from './toast.ts'

const stack = (...toasts: ToastModel[]): ToastStackProps => ({
  shown: toasts.map((toast, index) => ({ id: index + 1, toast })),
  send: () => Promise.resolve(null),
  replace: () => {},
})
const undo = { label: 'Undo', url: '/undo', fields: [['id', 'x1']] } as const

export const toastFixtures: readonly Fixture<ToastStackProps>[] = [
  {
    name: 'can be undone',
    props: stack({ text: '3 listings put on hold', note: '2 are skipped: out of stock', act: undo }),
  },
  {
    name: 'two, one with a link',
    props: stack(
      { text: 'Draft discarded', act: undo },
      { text: '1 is back', link: { label: 'Open', href: '/drafts' } },
    ),
  },
  { name: 'did not work', props: stack({ text: 'Nothing was undone: it has been changed since.', tone: 'bad' }) },
]
