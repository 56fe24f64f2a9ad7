// Package broker runs members of a council on other machines. Pool.Open makes members for a
// council.Master, and a Worker searches for any engine that asks. A Transport, such as NATS (package
// natsnet), carries the messages; it may lose, delay, duplicate and reorder them.
//
// Workers answer an engine's calls with their name and resources. A job holds the whole game, so any worker can do it.
// Each attempt has its own number; the worker accepts it or refuses with a reason. If a worker is silent, the job goes
// to another one under a new number, or is done in the engine's process. Words about earlier attempts are dropped.
// Every message may be repeated: a worker recognises an attempt by its number and repeats its answer.
package broker
