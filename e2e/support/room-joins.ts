import type { Page, WebSocket } from '@playwright/test'
import { expect } from '@playwright/test'

const joinedRooms = new WeakMap<Page, Set<string>>()
const requestedRooms = new WeakMap<Page, Set<string>>()
const JOIN_PACKET = /^42(\d+)\["join_conversation",\{"leadId":"([^"]+)"/
const ACKNOWLEDGEMENT_PACKET = /^43(\d+)\[/

const trackSocketRooms = (socket: WebSocket, leads: Set<string>, wanted: Set<string>) => {
  const asked = new Map<string, string>()
  socket.on('framesent', ({ payload }) => {
    const [, ack = '', lead = ''] = JOIN_PACKET.exec(String(payload)) ?? []
    if (!lead) return
    asked.set(ack, lead)
    wanted.add(lead)
  })
  socket.on('framereceived', ({ payload }) => {
    const lead = asked.get(ACKNOWLEDGEMENT_PACKET.exec(String(payload))?.[1] ?? '')
    if (lead) leads.add(lead)
  })
}

/** Tracks which leads' rooms a window has joined, by the server's acknowledgements. */
export const trackRoomJoins = (page: Page): void => {
  const leads = new Set<string>()
  const wanted = new Set<string>()
  joinedRooms.set(page, leads)
  requestedRooms.set(page, wanted)
  page.on('websocket', (socket) => trackSocketRooms(socket, leads, wanted))
}

/** Waits until a window has joined the room of `/chat/{leadId}/…`. Before that, it misses events that are not stored. */
export const waitForRoomJoin = async (page: Page, path: string): Promise<void> => {
  const lead = path.split('/')[2] ?? ''
  await expect.poll(() => joinedRooms.get(page)?.has(lead), { message: `the window listens to lead ${lead}` }).toBe(true)
}

/**
 * Waits until a window has requested to join, for providers without acknowledgements. The order of events on a socket guarantees the rest.
 */
export const waitForJoinRequest = async (page: Page, path: string): Promise<void> => {
  const lead = path.split('/')[2] ?? ''
  await expect
    .poll(() => requestedRooms.get(page)?.has(lead), { message: `the window asks to listen to lead ${lead}` })
    .toBe(true)
}

/** Waits until a window has joined its user's own room. Call it before the sign-in. */
export const waitForUserRoomJoin = async (page: Page): Promise<void> => {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framesent', { predicate: ({ payload }) => String(payload).includes('"join_user_room"') })
}
