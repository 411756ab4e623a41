import { useEffect, useReducer, useRef, useState } from 'react'
import { useShui } from '#shui/context.tsx'
import { useTexts } from '#texts/context.tsx'
import { readChosenPictures } from './picture.ts'
import { keptOf, nextPictures, pictureItems, type PictureEvent, type PictureItem } from './picture-list.ts'
import type { AddPictureResult, PictureRefusal } from './picture-refusal.ts'

export interface Pictures {
  items: readonly PictureItem[]
  dispatch: (event: PictureEvent) => void
  addFiles: (files: Iterable<File>) => void
  /** Screen reader announcement of the last change. */
  said: string
  say: (text: string) => void
}

/** Loaded with the first file, because few visits add one. */
const loadSending = () => import('./send-picture.ts')
const unloaded = { reason: 'no-answer' } as const

async function checkFile(file: File): Promise<PictureRefusal | null> {
  const code = await loadSending().catch(() => null)
  return code ? code.checkFile(file) : unloaded
}

async function sendPicture(
  file: File,
  options: { token: string; signal: AbortSignal; onSent: (share: number) => void },
): Promise<AddPictureResult> {
  const code = await loadSending().catch(() => null)
  return code ? code.sendPicture(file, options) : { ok: false, refusal: unloaded }
}

/** Concurrent uploads. */
const atOnce = 2

/** State of a form's pictures; uploads queued files. */
export function usePictures(values: readonly string[]): Pictures {
  const [items, dispatch] = useReducer(nextPictures, values, (given) => pictureItems(readChosenPictures(given)))
  const [said, say] = useState('')
  const lastId = useRef(0)

  const addFiles = (files: Iterable<File>) => {
    const given = [...files].map((file) => ({ id: `file${++lastId.current}`, file }))
    void Promise.all(given.map(async (one) => ({ ...one, refusal: await checkFile(one.file) }))).then((checked) =>
      dispatch({ type: 'add', files: checked }),
    )
  }
  useSending(items, dispatch)
  useAnnounceAdded(items, say)
  return { items, dispatch, addFiles, said, say }
}

/** Uploads queued files and cancels removed ones. */
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

/** Announces added pictures; rejections have their own live region. */
function useAnnounceAdded(items: readonly PictureItem[], say: (text: string) => void): void {
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
