import type {
  BuyerStep,
  CaseKind,
  CaseReason,
  HubStep,
  MarketplaceStep,
  SellerStep,
} from '#features/core/order/order-case.ts'

/** A step some hours ago; its kind determines the actor. */
export interface StoryStep {
  hoursAgo: number
  step: SellerStep | Exclude<BuyerStep, 'open'> | MarketplaceStep | Extract<HubStep, 'refunded' | 'refund-failed'>
  percent?: number
}

/** A demo case from its opening to its current state. Deadlines in between take effect by themselves. */
export interface CaseStory {
  kind: CaseKind
  reason: CaseReason
  words: string
  /** Prefix of a preferred SKU. */
  sku: string | null
  hasPhotos: boolean
  hoursAgo: number
  steps: readonly StoryStep[]
}

const day = 24

/** Words by which buyers refer to items. */
const about: readonly (readonly [RegExp, string])[] = [
  [/needle|stops too high/, 'MET'],
  [/shutter|battery door|switch on|self-timer|rangefinder|strap|fire/i, 'CAM'],
  [/haze|fungus/, 'LEN'],
]
const aboutOf = (words: string) => ({
  sku: about.find(([pattern]) => pattern.test(words))?.[1] ?? null,
  hasPhotos: /listing says|dented|see the edge|eingedrückt/.test(words),
})

const returned = (reason: CaseReason, hoursAgo: number, words: string, ...steps: StoryStep[]): CaseStory => ({
  kind: 'RETURN',
  reason,
  words,
  ...aboutOf(words),
  hoursAgo,
  steps,
})
const lost = (hoursAgo: number, words: string, ...steps: StoryStep[]): CaseStory => ({
  kind: 'NOT_RECEIVED',
  reason: 'ITEM_NOT_RECEIVED',
  words,
  ...aboutOf(words),
  hoursAgo,
  steps,
})
const then = (step: StoryStep['step'], hoursAgo: number, percent?: number): StoryStep => ({
  step,
  hoursAgo,
  ...(percent === undefined ? {} : { percent }),
})

/** One case per case state. */
export const harbourCases: readonly CaseStory[] = [
  returned('NOT_AS_DESCRIBED', 40, 'The needle sticks in low light. The listing says tested.'),
  returned('NO_LONGER_NEED_ITEM', 5, 'I have bought the newer model in the meantime, sorry. It is unused, in its box.'),
  returned('DEFECTIVE_ITEM', 9 * day, 'The shutter stays open at 1/15 and slower. At other speeds it is fine.'),
  returned(
    'NOT_AS_DESCRIBED',
    4 * day,
    'There is more haze in the front element than the photos show. I would keep it for less.',
    then('offer-part', 3 * day, 20),
  ),
  returned(
    'ARRIVED_DAMAGED',
    3 * day,
    'The box was crushed and a corner is dented.',
    then('offer-replacement', 2 * day),
  ),
  returned(
    'MISSING_PARTS',
    3 * day,
    'The battery door is missing.',
    then('offer-replacement', 60),
    then('take-offer', 30),
  ),
  returned(
    'DEFECTIVE_ITEM',
    16 * day,
    'It does not switch on, with two fresh batteries.',
    then('offer-replacement', 15 * day),
    then('take-offer', 14 * day),
  ),
  returned(
    'ARRIVED_DAMAGED',
    6 * day,
    'It was broken in the post: the wrapping was torn open.',
    then('offer-replacement', 5 * day),
    then('take-offer', 4 * day),
    then('ship-replacement', 3 * day),
  ),
  returned('DEFECTIVE_ITEM', 2 * day, 'The self-timer runs through without firing.', then('accept', 20)),
  returned('NOT_AS_DESCRIBED', 13 * day, 'It is not the version in the photos.', then('accept', 12 * day)),
  returned('ORDERED_WRONG_ITEM', 5 * day, 'I needed another size, my mistake.', then('accept', 4 * day)),
  returned(
    'WRONG_SIZE',
    8 * day,
    'It is too small for what I need.',
    then('accept', 7 * day),
    then('send-back', 3 * day),
  ),
  returned(
    'DEFECTIVE_ITEM',
    9 * day,
    'The meter reads two stops too high everywhere.',
    then('accept', 8 * day),
    then('give-label', 8 * day - 1),
    then('send-back', 6 * day),
    then('delivered-back', 18),
  ),
  returned('FOUND_BETTER_PRICE', 3 * day, 'The shop next door has it for less.', then('decline', 2 * day)),
  returned(
    'NOT_AS_DESCRIBED',
    10 * day,
    'You say no fungus. There is fungus on the rear element, see the edge.',
    then('decline', 9 * day),
    then('escalate', 30),
  ),
  returned('MISSING_PARTS', 4 * day, 'The strap that is in the photos did not come.', then('refund', 2)),
  returned(
    'DEFECTIVE_ITEM',
    7 * day,
    'The rangefinder patch is gone after a day.',
    then('refund', 6 * day),
    then('refund-failed', 6 * day - 1),
  ),
  returned(
    'NO_LONGER_NEED_ITEM',
    25 * day,
    'A present that was not needed.',
    then('accept', 24 * day),
    then('send-back', 22 * day),
    then('mark-delivered', 18 * day),
    then('refund', 18 * day - 2),
    then('refunded', 18 * day - 2),
  ),
  returned('WRONG_SIZE', 70 * day, 'Too large for my bag.', then('accept', 69 * day)),
  returned('DEFECTIVE_ITEM', 20 * day, 'Does not fire.', then('withdraw', 19 * day)),
  returned(
    'NOT_AS_DESCRIBED',
    40 * day,
    'The colour is not the one in the photos.',
    then('decline', 39 * day),
    then('escalate', 38 * day),
    then('decide-for-seller', 36 * day),
  ),
  returned(
    'NOT_AS_DESCRIBED',
    50 * day,
    'Sold as working, and it is not.',
    then('decline', 49 * day),
    then('escalate', 48 * day),
    then('decide-for-buyer', 46 * day),
    then('refunded', 46 * day),
  ),
  lost(30, 'It should have been here last week. The tracking has said the same for days.'),
  lost(9 * day, 'Nothing came. Nobody at my house has seen it.'),
  lost(4 * day, 'Where is my parcel?', then('show-tracking', 3 * day)),
  lost(
    12 * day,
    'Still nothing, and the carrier does not answer.',
    then('show-tracking', 11 * day),
    then('escalate', 40),
  ),
  lost(14 * day, 'It has not come.', then('show-tracking', 13 * day), then('arrived', 10 * day)),
]

export const nordlichtCases: readonly CaseStory[] = [
  returned('NO_LONGER_NEED_ITEM', 28, 'Leider doppelt bestellt, es ist noch verschweißt.'),
  returned(
    'ARRIVED_DAMAGED',
    3 * day,
    'Die Ecken sind beim Versand eingedrückt worden.',
    then('offer-part', 2 * day, 30),
  ),
]
