import { createRandom } from '#lib/random.ts'
import sentences from '../demo/content/sentences.json' with { type: 'json' }
import { opinion, say, type Mood, type Sentences } from '../demo/words.ts'
import type { MessageReason } from './simulated-action.ts'
import type { ReturnReason } from './buyer-behaviour.ts'

interface Speaker {
  order: string
  country: string
}

const sayOf = ({ order, country }: Speaker, about: string, inLanguages: Sentences) =>
  say(createRandom(`${order} words ${about}`), country, inLanguages)

export const messageText = (speaker: Speaker, occasion: MessageReason, key: string) =>
  sayOf(speaker, key, sentences.messages[occasion])

export const complaint = (speaker: Speaker, reason: ReturnReason) =>
  sayOf(speaker, 'return', sentences.complaints[reason])

export const missed = (speaker: Speaker) => sayOf(speaker, 'missing', sentences.missing)

export const opinionOf = ({ order, country }: Speaker, mood: Mood) =>
  opinion(createRandom(`${order} opinion`), { mood, department: 'any', buyer: country, seller: 'GB' })
