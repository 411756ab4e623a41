import { useEffect, useReducer, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { useTexts } from '#texts/context.tsx'
import { readChosenPictures } from './picture.ts'
import { keptOf, nextPictures, pictureItems, type PictureEvent, type PictureItem } from './picture-list.ts'
import type { AddPictureResult, PictureRefusal } from './picture-refusal.ts'

/** The pictures on the page and what can be done with them. */
export interface Pictures {
  items: readonly PictureItem[]
  dispatch: (event: PictureEvent) => void
  /** Takes files that were chosen, dropped or pasted. */
  addFiles: (files: Iterable<File>) => void
  /** For screen readers: what happened last. */
  said: string
  say: (text: string) => void
}

/** Few visits add a picture: what looks into files and sends them comes with the first one. */
const loadSending = () => import('./send-picture.ts')
const unloaded = { reason: 'no-answer' } as const

async function judgeFile(file: File): Promise<PictureRefusal | null> {
  const code = await loadSending().catch(() => null)
  return code ? code.judgeFile(file) : unloaded
}

async function sendPicture(
  file: File,
  options: { token: string; signal: AbortSignal; onSent: (share: number) => void },
): Promise<AddPictureResult> {
  const code = await loadSending().catch(() => null)
  return code ? code.sendPicture(file, options) : { ok: false, refusal: unloaded }
}

/** Files that are sent at the same time. */
const atOnce = 2

/** Keeps the pictures of a form, and sends files that wait, two at a time, while the form is on the page. */
export function usePictures(values: readonly string[]): Pictures {
  const [items, dispatch] = useReducer(nextPictures, values, (given) => pictureItems(readChosenPictures(given)))
  const [said, say] = useState('')
  const lastId = useRef(0)

  const addFiles = (files: Iterable<File>) => {
    const given = [...files].map((file) => ({ id: `file${++lastId.current}`, file }))
    void Promise.all(given.map(async (one) => ({ ...one, refusal: await judgeFile(one.file) }))).then((judged) =>
      dispatch({ type: 'add', files: judged }),
    )
  }
  useSending(items, dispatch)
  useAddedSaid(items, say)
  return { items, dispatch, addFiles, said, say }
}

/** Sends what waits. What is no longer among the items is cancelled. */
function useSending(items: readonly PictureItem[], dispatch: (event: PictureEvent) => void): void {
  const { token } = useShui()
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => {
    const open = running.current
    for (const [id, controller] of open) {
      if (items.some((item) => item.id === id)) continue
      controller.abort()
      open.delete(id)
    }
    for (const item of items) {
      if (item.state !== 'waiting' || open.size >= atOnce || open.has(item.id)) continue
      const { id, file } = item
      const controller = new AbortController()
      open.set(id, controller)
      const onSent = (progress: number) => dispatch({ type: 'sent', id, progress })
      onSent(0)
      void sendPicture(file, { token: token ?? '', signal: controller.signal, onSent }).then((result) => {
        open.delete(id)
        if (result.ok) dispatch({ type: 'taken', id, hash: result.picture.hash })
        else dispatch({ type: 'refused', id, refusal: result.refusal })
      })
    }
  }, [items, dispatch, token])
  useEffect(() => {
    const open = running.current
    return () => {
      for (const controller of open.values()) controller.abort()
      open.clear()
    }
  }, [])
}

/** Says how many were added. What was refused is said by the list of refusals. */
function useAddedSaid(items: readonly PictureItem[], say: (text: string) => void): void {
  const { t } = useTexts()
  const before = useRef(items)
  useEffect(() => {
    const sent = new Set(before.current.flatMap((item) => (item.state === 'sending' ? [item.id] : [])))
    before.current = items
    const kept = keptOf(items)
    const added = kept.filter(({ id }) => sent.has(id)).length
    if (added > 0) say(t('pictures.said.added', { n: added, count: kept.length }))
  }, [items, say, t])
}
