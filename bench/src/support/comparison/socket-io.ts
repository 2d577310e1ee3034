import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { reportPort } from './report-port.ts'

/** Plain Socket.IO server with those of our settings that affect memory. */
const server = createServer()
const io = new Server(server, { serveClient: false, perMessageDeflate: false, maxHttpBufferSize: 64 * 1024 })
io.on('connection', () => {})
reportPort(server)
