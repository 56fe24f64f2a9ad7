// Package broker seats members of a council on other machines. An engine has a Pool, whose
// members are handed to consult; a Worker searches for any engine that asks. Between them
// is a Transport that brings messages to whoever listens on a subject, such as NATS (package
// natsnet), and that may lose, delay, double and reorder them.
//
// An engine calls the roll, and every worker that hears it answers who it is and what it has
// to give. A job holds the whole game, so that any worker can take it at any time. It is sent
// to one worker as an attempt with a number of its own, which the worker accepts or refuses
// with a reason. One that is silent is passed over: the job goes to another worker under the
// next number, or is done in the engine's own process, and what an attempt says that is no
// longer the present one is dropped. So exactly one attempt owns a job. Whatever is sent may
// be sent again: workers know attempts by their numbers and repeat the answer that they gave.
package broker
