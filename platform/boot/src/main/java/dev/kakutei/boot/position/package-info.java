/**
 * The position of the senders in the commands of each gateway: who reads them in which consumer group, where reading
 * begins, and how the first position is committed before the first command is issued.
 *
 * <p>Comes in: what Kafka says of a partition. Goes out: where to begin, and which commands may have been posted
 * before. Forbidden here: commands themselves, and moving a committed position.
 */
package dev.kakutei.boot.position;
