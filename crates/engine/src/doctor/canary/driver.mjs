// Asks a plugin of opencode about the call on standard input, and says what it did.
import { readFileSync } from "node:fs"
const { Mastiff } = await import(process.argv[2])
const { input, args, directory } = JSON.parse(readFileSync(0, "utf8"))
const hooks = await Mastiff({ directory })
try {
  await hooks["tool.execute.before"](input, { args })
  console.log("passed")
} catch (error) {
  console.log("denied")
  console.error(error.message)
}
