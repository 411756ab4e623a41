import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readCopy, storedCopies, type BrowserCopies, type BrowserCopy } from './browser-copies.ts'
import { forgetAll, isOfNow } from './left-copies.ts'
import { FormKeeper, type Keeping, type SendResult } from './form-keeper.ts'
import type { Typed } from '../form/typed-form.ts'

const now = () => new Date('2026-11-20T14:03:00Z')

function copiesIn(map: Map<string, BrowserCopy>): BrowserCopies {
  return {
    read: (name) => map.get(name) ?? null,
    write: (name, copy) => Boolean(map.set(name, copy)),
    remove: (name) => void map.delete(name),
    leave: () => {},
    left: () => Promise.resolve([]),
  }
}

/** A keeper with a form, a browser, and a server with scripted responses. */
function setUp(answers: SendResult[]) {
  let typed: Typed = {}
  const sent: { typed: Typed; revision: number; leaving: boolean }[] = []
  const shown: Keeping[] = []
  const copies = new Map<string, BrowserCopy>()
  const keeper = new FormKeeper({
    read: () => typed,
    send: async (what, revision, leaving) => {
      sent.push({ typed: what, revision, leaving })
      return answers.shift()!
    },
    copies: copiesIn(copies),
    name: 'key:1',
    version: 3,
    kept: { typed: {}, revision: 0, at: null },
    show: (keeping) => void shown.push(keeping),
    now,
  })
  const type = (next: Typed) => {
    typed = next
    keeper.touch()
  }
  return { keeper, type, sent, shown, copies, write: (next: Typed) => (typed = next) }
}

/** A browser whose windows lock what they write. */
function setUpBrowser() {
  const stored: Record<string, string> = {}
  const held = new Set<string>()
  const storage = Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, text: string) => void (stored[key] = text) },
    removeItem: { value: (key: string) => void delete stored[key] },
  }) as unknown as Storage
  const open = (window: string) =>
    storedCopies(() => storage, 'form.', {
      own: window && ` ${window}`,
      hold: (name) => {
        if (window) held.add(name)
        return () => void held.delete(name)
      },
      held: async () => new Set(held),
    })
  return { open, held, keys: () => Object.keys(stored) }
}

const ok = (revision: number): SendResult => ({ ok: true, revision, savedAt: 'later' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a form that saves itself', () => {
  it('is saved in the browser at once, on the server after a pause, and then only there', async () => {
    const { type, sent, shown, copies } = setUp([ok(1)])
    type({ title: 'L' })
    await vi.advanceTimersByTimeAsync(900)
    type({ title: 'Le' })
    await vi.advanceTimersByTimeAsync(999)
    expect([copies.get('key:1'), sent]).toMatchObject([{ typed: { title: 'Le' }, version: 3 }, []])
    await vi.advanceTimersByTimeAsync(1)
    expect(sent).toEqual([{ typed: { title: 'Le' }, revision: 0, leaving: false }])
    expect([copies.size, shown.at(-1)]).toEqual([0, { state: 'kept', at: 'later' }])
  })
  it('continues to save what was typed during a request', async () => {
    const { keeper, type, write, sent } = setUp([ok(1), ok(2)])
    type({ title: 'L' })
    const saving = keeper.save()
    write({ title: 'Leica' })
    await saving
    await vi.advanceTimersByTimeAsync(1000)
    expect(sent.map(({ typed, revision }) => [typed['title'], revision])).toEqual([
      ['L', 0],
      ['Leica', 1],
    ])
  })
  it.each(['offline', 'signed-out'] as const)('stays in the browser while it is %s', async (reason) => {
    const { keeper, type, shown, copies, sent } = setUp([{ ok: false, reason }, ok(1)])
    type({ title: 'L' })
    await keeper.save()
    expect([shown.at(-1), copies.get('key:1')?.revision]).toEqual([{ state: reason, held: true }, 0])
    await keeper.save()
    expect([copies.size, sent.length]).toEqual([0, 2])
  })
  it('asks if another version was saved, and continues from there', async () => {
    const theirs = {
      ok: false as const,
      reason: 'conflict' as const,
      revision: 4,
      savedAt: 'earlier',
      typed: { title: 'X' },
    }
    const { keeper, type, shown, sent } = setUp([theirs, ok(5)])
    type({ title: 'L' })
    await keeper.save()
    expect(shown.at(-1)).toEqual({ state: 'conflict', typed: { title: 'X' }, revision: 4, at: 'earlier' })
    await keeper.goOnFrom(4)
    expect(sent.at(-1)).toMatchObject({ typed: { title: 'L' }, revision: 4 })
  })
  it('is sent when the page is left, and kept in the browser until it arrives', () => {
    const { keeper, type, sent, copies } = setUp([ok(1)])
    type({ title: 'L' })
    keeper.leave()
    expect([sent.map(({ leaving }) => leaving), copies.size]).toEqual([[true], 1])
  })
  it('continues after the page was hidden', async () => {
    const { keeper, type, sent, shown, copies } = setUp([ok(1), ok(2)])
    type({ title: 'L' })
    keeper.leave()
    type({ title: 'Leica' })
    await keeper.save()
    expect(sent.map(({ revision, leaving }) => [revision, leaving])).toEqual([
      [0, true],
      [1, false],
    ])
    expect([copies.size, shown.at(-1)]).toEqual([0, { state: 'kept', at: 'later' }])
  })
  it('is sent one request at a time, also on leaving', async () => {
    const { keeper, type, sent } = setUp([ok(1), ok(2)])
    type({ title: 'L' })
    const saving = keeper.save()
    type({ title: 'Leica' })
    keeper.leave()
    expect(sent.length).toBe(1)
    await saving
    await vi.runAllTimersAsync()
    expect(sent.map(({ revision }) => revision)).toEqual([0, 1])
  })
  it('sends nothing if nothing was typed or typing was undone', async () => {
    const { keeper, type, sent, copies } = setUp([])
    keeper.leave()
    type({ title: 'L' })
    type({})
    await keeper.save()
    expect([sent, copies.size]).toEqual([[], 0])
  })
  it('is sent once for all callers that wait for it', async () => {
    const { keeper, type, write, sent } = setUp([ok(1), ok(2), ok(3)])
    type({ title: 'L' })
    const waiting = [keeper.save(), keeper.save()]
    write({ title: 'Leica' })
    expect(await Promise.all([...waiting, keeper.settle()])).toEqual([undefined, undefined, true])
    expect(sent.map(({ revision }) => revision)).toEqual([0, 1, 2])
  })
  it('includes what was typed while a step waited, and removes it from the browser', async () => {
    const { keeper, type, sent, copies } = setUp([ok(1), ok(2)])
    type({ title: 'L' })
    const settled = keeper.settle()
    type({ title: 'Leica' })
    expect([await settled, copies.size]).toEqual([true, 0])
    expect(sent.map(({ typed, revision }) => [typed['title'], revision])).toEqual([
      ['L', 0],
      ['Leica', 1],
    ])
  })
  it('is sent before a step even without changes, and a step needs the answer', async () => {
    const { keeper, type, sent } = setUp([{ ok: false, reason: 'offline' }, ok(1)])
    expect(await keeper.settle()).toBe(false)
    expect(await keeper.settle()).toBe(true)
    type({ title: 'too late' })
    await vi.runAllTimersAsync()
    expect(sent.length).toBe(2)
  })
  it('performs the step if saving is refused, so that the answer explains it, and stays in the browser', async () => {
    const { keeper, type, copies, sent } = setUp([{ ok: false, reason: 'refused' }])
    type({ title: 'L' })
    expect(await keeper.settle()).toBe(true)
    await vi.runAllTimersAsync()
    expect([copies.size, sent.length]).toEqual([1, 1])
  })
  it('ends when the form is published', async () => {
    const { keeper, type, sent, copies } = setUp([{ ok: false, reason: 'published' }])
    type({ title: 'L' })
    await keeper.save()
    type({ title: 'Le' })
    keeper.leave()
    expect([sent.length, copies.size]).toEqual([1, 0])
  })
})

describe('a copy in the browser', () => {
  const typedAt = (title: string, at: string) => ({ typed: { title }, revision: 1, at })

  it('is not used while the window that wrote it is open, but by any other afterwards', async () => {
    const { open, keys } = setUpBrowser()
    const [first, second] = [open('1'), open('2')]
    first.write('key:a', typedAt('First', '09:00'))
    expect(await second.left()).toEqual([])
    second.write('key:a', typedAt('Second', '10:00'))
    second.remove('key:a')
    expect([first.read('key:a')?.typed, second.read('key:a')]).toEqual([{ title: 'First' }, null])
    second.write('key:a', typedAt('Second', '10:00'))
    first.leave()
    second.leave()
    const found = await open('3').left()
    expect(found.map(({ name, copy: { typed } }) => [name, typed['title']])).toEqual([
      ['key:a', 'Second'],
      ['key:a', 'First'],
    ])
    // Its window came back and was edited again.
    first.write('key:a', typedAt('First!', '11:00'))
    forgetAll(found, 'key:b')
    forgetAll(found, 'key:a')
    expect([...keys()]).toEqual(['form.key:a 1'])
  })
  it('is found by its own window, and released when removed', async () => {
    const { open, held } = setUpBrowser()
    const own = open('1')
    own.write('item:1', typedAt('Own', '09:00'))
    expect([(await own.left()).length, held.size]).toEqual([1, 1])
    own.remove('item:1')
    expect(held.size).toBe(0)
  })
  it('is restored automatically only if neither draft nor listing has changed', () => {
    const hidden = {
      mode: 'ReviseItem',
      key: 'a',
      revision: 1,
      on: { itemNumber: '1', version: 3 },
      from: null,
    } as const
    const copy = { typed: {}, revision: 1, version: 3, at: 'x' }
    expect(isOfNow(copy, hidden)).toBe(true)
    expect(isOfNow({ ...copy, version: undefined }, { ...hidden, on: null })).toBe(true)
    const [older, unknown] = [
      { ...copy, version: 2 },
      { ...copy, version: undefined },
    ]
    for (const each of [older, unknown, { ...copy, revision: 0 }]) expect(isOfNow(each, hidden)).toBe(false)
  })
  it('is read only if it is valid', () => {
    const copy = { typed: { title: 'L' }, revision: 1, at: 'x' }
    for (const each of [copy, { ...copy, version: 3 }]) expect(readCopy(JSON.stringify(each))).toEqual(each)
    for (const other of [null, '1', 'null', '{}', '{"typed":{"a":1},"revision":1,"at":"x"}'])
      expect(readCopy(other)).toBeNull()
  })
})
