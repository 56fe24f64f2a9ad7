// Package broker seats members of a council on other machines. An engine has a Pool, whose Open
// makes members for a council.Master; a Worker searches for any engine that asks. Between them a
// Transport, such as NATS (package natsnet), brings messages to the subscribers of a subject; it
// may lose, delay, duplicate and reorder them.
//
// An engine calls the roll, and every worker that receives it answers with its name and resources.
// A job holds the whole game, so that any worker can take it at any time. It is sent to one worker
// as an attempt with a number of its own, which the worker accepts or refuses with a reason. A
// silent worker is passed over: the job goes to another worker under the next number, or is done in
// the engine's own process. Words about an attempt that is no longer the current one are dropped,
// so exactly one attempt owns a job. Every message may be sent again: workers know attempts by
// their numbers and repeat the answer that they gave.
package broker
