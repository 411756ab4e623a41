import type { OrderStatus } from '#features/core/order/order.ts'

export type ScriptedMessage = readonly [hoursAgo: number, who: 'buyer' | 'us', text: string, photos?: number]

interface OrderTalk {
  status: OrderStatus
  /** Prefix of a preferred SKU. */
  sku?: string
  messages: readonly ScriptedMessage[]
  /** The buyer's latest message is read. */
  isRead?: true
  /** The buyer's latest message needs no answer. */
  isSettled?: true
  note?: string
  tags?: readonly string[]
}

export interface ShopConversations {
  templates: readonly (readonly [name: string, body: string])[]
  orders: readonly OrderTalk[]
}

const harbour: ShopConversations = {
  templates: [
    [
      'On its way',
      'Hello {{name}},\n\nyour order {{order}} is on its way with {{carrier}}: {{tracking}}.\n\nThank you, {{shop}}',
    ],
    [
      'Sorry for the wait',
      'Hello {{name}},\n\nsorry that order {{order}} takes longer than we said. It leaves us today.\n\n{{shop}}',
    ],
    [
      'How to return',
      'Hello {{name}},\n\nyou can send {{item}} back within 30 days. Please start the return from your order {{order}}, then the label comes to you by itself.\n\n{{shop}}',
    ],
  ],
  orders: [
    {
      status: 'AWAITING_SHIPMENT',
      sku: 'CAM',
      messages: [
        [31, 'buyer', 'Hello, does the shutter work at the slow speeds too? I shoot in churches without a tripod.'],
        [27, 'buyer', 'Sorry to ask twice, I leave on Friday and would like to take it with me.'],
      ],
      tags: ['rush'],
    },
    {
      status: 'AWAITING_SHIPMENT',
      messages: [[3, 'buyer', 'Could you declare the parcel as a gift? It is for my daughter’s birthday.']],
      tags: ['gift'],
    },
    {
      status: 'AWAITING_SHIPMENT',
      sku: 'CAM',
      messages: [
        [20, 'buyer', 'Which battery does the meter take?'],
        [18, 'us', 'Hello, it takes a PX625. We put an adapter in, so a common SR44 does as well.'],
        [17, 'buyer', 'Perfect, thank you!'],
      ],
      isRead: true,
      isSettled: true,
      note: 'Adapter MR-9 from drawer 3, promised.',
    },
    {
      status: 'AWAITING_SHIPMENT',
      messages: [],
      note: 'Use the padded box from bin X-1 for the body. Second time this buyer asks for film apart.',
      tags: ['film apart', 'gift'],
    },
    {
      status: 'PARTLY_SHIPPED',
      messages: [
        [30, 'buyer', 'Only one of two parcels has a number. Is the other one still with you?'],
        [26, 'us', 'Yes, the tripod goes on its own tomorrow: it is too long for the first box.'],
      ],
      isRead: true,
    },
    {
      status: 'SHIPPED',
      messages: [[28, 'buyer', 'The tracking page has not changed for two days. Is it lost?']],
      isRead: true,
    },
    {
      status: 'SHIPPED',
      messages: [
        [46, 'buyer', 'Hi, can I still change the address? I am at my parents’ from Thursday.'],
        [
          45,
          'us',
          'Hello, the parcel left an hour ago. The carrier lets you choose another place on its tracking page.',
        ],
      ],
      isRead: true,
      tags: ['address'],
    },
    {
      status: 'DELIVERED',
      sku: 'CAM',
      messages: [
        [9, 'buyer', 'It came today, and it is even nicer than in the pictures. Best packed camera I ever got.', 1],
      ],
      isSettled: true,
    },
    {
      status: 'DELIVERED',
      sku: 'LEN',
      messages: [
        [70, 'buyer', 'The lens cap was not in the box.', 2],
        [66, 'us', 'We are sorry: it lay on the bench. It goes out today, at our cost.'],
        [5, 'buyer', 'It has not come yet.'],
      ],
      note: 'Cap 52 mm sent by letter, no number.',
    },
    {
      status: 'CANCELLATION_REQUESTED',
      sku: 'LEN',
      messages: [[6, 'buyer', 'I bought the wrong mount, sorry. I would take the other one if you have it.']],
    },
    {
      status: 'REFUNDED',
      messages: [
        [60, 'buyer', 'When is the money back on my card?'],
        [58, 'us', 'We sent it today. Banks take two to five days.'],
      ],
      isRead: true,
    },
    { status: 'DELIVERED', messages: [], note: 'Asked for an invoice by post.', tags: ['invoice'] },
  ],
}

const nordlicht: ShopConversations = {
  templates: [
    [
      'Unterwegs',
      'Hallo {{name}},\n\nIhre Bestellung {{order}} ist mit {{carrier}} unterwegs: {{tracking}}.\n\n{{shop}}',
    ],
  ],
  orders: [
    {
      status: 'AWAITING_SHIPMENT',
      messages: [[4, 'buyer', 'Könnten Sie das Papier bitte rollen und nicht falten?']],
      tags: ['gerollt'],
    },
    {
      status: 'SHIPPED',
      messages: [
        [40, 'buyer', 'Ist das Büttenpapier säurefrei?'],
        [38, 'us', 'Ja, alle Bögen sind säurefrei und alterungsbeständig.'],
        [37, 'buyer', 'Wunderbar, danke.'],
      ],
      isRead: true,
      isSettled: true,
    },
    { status: 'DELIVERED', messages: [], note: 'Stammkundin: eine Musterkarte beilegen.', tags: ['Muster beilegen'] },
  ],
}

/** Conversations per demo seller. */
export const conversationScripts: Readonly<Record<string, ShopConversations>> = {
  'harbour-camera': harbour,
  'nordlicht-papier': nordlicht,
}
