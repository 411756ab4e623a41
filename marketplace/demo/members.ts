import type { Row } from '#db/schema.ts'

export interface DemoMember {
  email: string
  name: string
  operator?: boolean
  roles: readonly { seller: string; role: Row<'memberships'>['role'] }[]
}

/** A member's id, from the name before the @. */
export const memberId = (email: string) => `demo-${email.slice(0, email.indexOf('@'))}`

const only = (role: Row<'memberships'>['role']) => [{ seller: 'harbour-camera', role }]

const owner: DemoMember = {
  email: 'owner@demo.example',
  name: 'Ada Fairclough',
  roles: [
    { seller: 'harbour-camera', role: 'owner' },
    { seller: 'nordlicht-papier', role: 'owner' },
    { seller: 'first-light', role: 'owner' },
  ],
}

export const demoOwner = { id: memberId(owner.email), name: owner.name }

/** The demo's members, one per role, without passwords. */
export const demoMembers: readonly DemoMember[] = [
  owner,
  { email: 'manager@demo.example', name: 'Tom Ashworth', roles: only('manager') },
  { email: 'lister@demo.example', name: 'Wen Li', roles: only('lister') },
  { email: 'shipper@demo.example', name: 'Joe Marsden', roles: only('shipper') },
  { email: 'accountant@demo.example', name: 'Irene Osei', roles: only('accountant') },
  { email: 'viewer@demo.example', name: 'Vera Lindqvist', roles: only('viewer') },
  { email: 'operator@demo.example', name: 'Olu Operator', operator: true, roles: [] },
]

/** Members whose links are printed and whom the sign-in page offers, one per role; `hub user link` creates any other link. */
export const shownDemoMembers: readonly string[] = [
  'owner@demo.example',
  'shipper@demo.example',
  'viewer@demo.example',
  'operator@demo.example',
]
