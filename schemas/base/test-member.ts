/**
 * Test members (webhooks.md 7): members that an application creates to test its integration. Their ids have a range of
 * their own, so that an id alone shows it; the ids of other members, made from the clock, reach that range in autumn
 * 2060.
 */
import type { Id } from './ids.js'

export const FIRST_TEST_MEMBER = 9_007_000_000_000_000
const LAST = Number.MAX_SAFE_INTEGER

/** Test members of an application at a time. */
export const MAX_TEST_MEMBERS = 20

/** How long a test token is valid, seconds. */
export const TEST_TOKEN_SECONDS = 3_600

/** Whether the id of a member is that of a test member. */
export const isTestMember = (id: Id | null): boolean => Number(id) >= FIRST_TEST_MEMBER

/** An id of a test member. @param random a number from 0 to below 1 */
export const testMemberId = (random: number): Id =>
  String(FIRST_TEST_MEMBER + Math.floor(random * (LAST - FIRST_TEST_MEMBER)))
