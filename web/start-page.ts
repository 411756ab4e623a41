import { paths } from './paths.ts'
import type { SignedIn } from './signed-in.ts'

/** The page on which a member starts. */
export const startPage = ({ seller, member }: Pick<SignedIn, 'seller' | 'member'>): string =>
  seller ? paths.overview : member.isOperator ? paths.operator : paths.security
