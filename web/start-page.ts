import { paths } from './paths.ts'
import type { SignedIn } from './signed-in.ts'

export const startPage = ({ seller, member }: Pick<SignedIn, 'seller' | 'member'>): string =>
  seller ? paths.overview : member.isOperator ? paths.operator : paths.security
